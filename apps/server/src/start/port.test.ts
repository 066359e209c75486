import { once } from 'node:events';
import { createServer } from 'node:net';
import { lockFolder, lockFolderWhenFree } from '@terrace/embedded-postgres';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tools/testing/folder.ts';
import { checkPort } from './port.ts';

test('a start waits for the port of a server that is stopping', async () => {
  const stopping = createServer().listen(0, '127.0.0.1');
  await once(stopping, 'listening');
  const address = stopping.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener has no port');
  const checked = checkPort('127.0.0.1', address.port);
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
