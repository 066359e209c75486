import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { defineRequest, onRequest } from './messages.ts';
import { createRemoteChannel, createRemoteReceiver, messageKey, SIGNATURE_HEADER } from './remote-messages.ts';

const Double = defineRequest('double', z.number(), z.number());
const key = messageKey('a secret', 'tests');

/** @param change the body that arrives instead of the one that was sent */
async function listen(change: (body: string) => string = (body) => body) {
  const errors: unknown[] = [];
  const doubled: number[] = [];
  const receiver = onRequest(Double, (value) => {
    doubled.push(value);
    if (value < 0) throw new Error('no negative numbers');
    return value * 2;
  });
  const { answer } = createRemoteReceiver([receiver], key, (error) => errors.push(error));
  const server = createServer(async (request, response) => {
    const { url = '', headers } = request;
    const reply = await answer(url.slice(1), headers[SIGNATURE_HEADER], change(await text(request)));
    response.writeHead(reply.status).end(JSON.stringify(reply.answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, errors, doubled };
}

test('a signed request is answered, and an exception rejects only its request', async () => {
  const { url, errors } = await listen();
  const { request } = createRemoteChannel(url, key);
  expect(await request(Double, 21)).toBe(42);
  await expect(request(Double, -1)).rejects.toThrow('status 500');
  expect(String(errors)).toContain('no negative numbers');
  expect(await request(Double, 1)).toBe(2);
});

test('a request with another key, a changed body or an unknown name is not executed', async () => {
  const { url, doubled } = await listen();
  await expect(createRemoteChannel(url, messageKey('a secret', 'others')).request(Double, 1)).rejects.toThrow('403');
  const changed = await listen(() => '2');
  await expect(createRemoteChannel(changed.url, key).request(Double, 1)).rejects.toThrow('403');
  const Unknown = defineRequest('unknown', z.number(), z.number());
  await expect(createRemoteChannel(url, key).request(Unknown, 1)).rejects.toThrow('404');
  expect([...doubled, ...changed.doubled]).toEqual([]);
});

test('a server that is down or answers late rejects the request', async () => {
  await expect(createRemoteChannel('http://127.0.0.1:1/', key).request(Double, 1)).rejects.toThrow('was not answered');
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.closeAllConnections());
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { request } = createRemoteChannel(`http://127.0.0.1:${port}/`, key);
  await expect(request(Double, 1, 50)).rejects.toThrow('was not answered');
});
