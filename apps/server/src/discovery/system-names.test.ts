import { createSocket } from 'node:dgram';
import { TIMEOUT } from 'node:dns/promises';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { serveNames } from './dns.ts';
import { systemNames } from './system-names.ts';

test('a name that does not exist has no addresses', async () => {
  const { port, close } = await serveNames({
    host: '127.0.0.1',
    port: 0,
    addressesOf: (name) => (name === 'server' ? Promise.resolve(['10.0.0.1']) : undefined),
  });
  onTestFinished(close);
  const resolve = systemNames(`127.0.0.1:${port}`);
  expect([await resolve('server'), await resolve('pages')]).toEqual([['10.0.0.1'], []]);
});

test('a DNS server that does not answer is a failure after one question', async () => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  onTestFinished(() => void socket.close());
  await once(socket, 'listening');
  let questions = 0;
  socket.on('message', () => {
    questions += 1;
  });
  await expect(systemNames(`127.0.0.1:${socket.address().port}`)('server')).rejects.toMatchObject({ code: TIMEOUT });
  expect(questions).toBe(1);
});
