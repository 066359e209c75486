import { once } from 'node:events';
import { createServer } from 'node:net';
import { lockFolder, lockFolderWhenFree } from '@terrace/embedded-postgres';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tools/testing/folder.ts';
import { isStartError } from '../runtime/errors.ts';
import { addressOf, checkPort, listenFault } from './port.ts';

test('localhost is 127.0.0.1 on a machine that cannot resolve it, such as one without /etc/hosts', async () => {
  const unknown = () => Promise.reject(new Error('getaddrinfo ENOTFOUND localhost'));
  const known = () => Promise.resolve({ address: '127.0.0.1', family: 4 });
  expect(await addressOf('localhost', unknown)).toBe('127.0.0.1');
  expect(await addressOf('localhost', known)).toBe('localhost'); // listens over IPv4 and IPv6
  expect(await addressOf('other', unknown)).toBe('other');
});

test('a start waits for the port of a server that is stopping', async () => {
  const stopping = createServer().listen(0, '127.0.0.1');
  await once(stopping, 'listening');
  const address = stopping.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener has no port');
  const checked = checkPort({ host: '127.0.0.1', port: address.port, prefix: '' });
  setImmediate(() => stopping.close());
  await expect(checked).resolves.toBeUndefined();
});

test('a start waits for the data folder of a server that is stopping', async () => {
  const folder = await temporaryFolder();
  const stopping = lockFolder(folder.path);
  const locked = lockFolderWhenFree(folder.path);
  stopping.release();
  (await locked).release();
  await folder.remove();
});

test('the message about a port in use names the port that is in use, and its setting', () => {
  const main = { host: 'localhost', port: 3000, prefix: '' } as const;
  const mail = { host: '127.0.0.1', port: 2525, prefix: 'MAIL_IN_' } as const;
  const sentence = (code: string, port?: number) => {
    const fault = listenFault(Object.assign(new Error(code), { code, ...(port && { port }) }), [main, mail]);
    return isStartError(fault) ? fault.message : undefined;
  };
  expect(sentence('EADDRINUSE', 3000)).toMatch(/^Port 3000 is already in use.* PORT=3001 npm start/);
  expect(sentence('EADDRINUSE', 2525)).toMatch(/^Port 2525 is already in use.* MAIL_IN_PORT=2526 npm start/);
  expect(sentence('EADDRNOTAVAIL', 2525)).toMatch(/^MAIL_IN_HOST is 127.0.0.1, /);
  expect(sentence('ENOTFOUND')).toMatch(/^HOST is localhost, /);
});
