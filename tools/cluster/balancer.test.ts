import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { openBalancer } from './balancer.ts';

const running: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let stop = running.pop(); stop; stop = running.pop()) await stop();
});

/** A server that answers with its name. `isReady` decides its answer to /ready. */
async function server(name: string, port = 0) {
  const state = { isReady: true };
  const http = createServer((request, response) => {
    response.statusCode = request.url === '/ready' && !state.isReady ? 503 : 200;
    response.setHeader('connection', 'close').end(name);
  }).listen(port, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener has no port');
  const stop = async () => {
    http.close();
    http.closeAllConnections();
  };
  running.push(stop);
  return { state, stop, url: `http://127.0.0.1:${address.port}` };
}

async function open(...servers: readonly { readonly url: string }[]) {
  const balancer = await openBalancer({ servers: servers.map(({ url }) => url) });
  running.push(balancer.close);
  return async () => (await fetch(balancer.url)).text();
}

test('connections go to the servers in turn, and to the next one when a server refuses', async () => {
  const [a, b] = [await server('a'), await server('b')];
  const ask = await open(a, b);
  expect([await ask(), await ask(), await ask(), await ask()].toSorted()).toEqual(['a', 'a', 'b', 'b']);
  await a.stop();
  expect([await ask(), await ask()]).toEqual(['b', 'b']);
});

test('a server that is not ready gets no connection until it is ready', async () => {
  const [a, b] = [await server('a'), await server('b')];
  const ask = await open(a, b);
  a.state.isReady = false;
  await expect.poll(async () => [await ask(), await ask()]).toEqual(['b', 'b']);
  a.state.isReady = true;
  await expect.poll(async () => [await ask(), await ask()].toSorted()).toEqual(['a', 'b']);
});

test('a connection waits while no server is reachable', async () => {
  const a = await server('a');
  const ask = await open(a);
  await a.stop();
  const answer = ask();
  await server('again', Number(new URL(a.url).port));
  expect(await answer).toBe('again');
});
