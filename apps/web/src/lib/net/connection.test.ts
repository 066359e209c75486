import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Connection } from './connection.svelte.ts';

/** Where no server listens: port 1 refuses every connection. */
beforeEach(() => {
  vi.stubGlobal('location', { protocol: 'http:', hostname: '127.0.0.1', port: '1', host: '127.0.0.1:1' });
});
afterEach(() => vi.unstubAllGlobals());

test('a request without a connection ends when its signal is aborted between two tries', async () => {
  const connection = new Connection();
  const lifetime = new AbortController();
  const answer = connection.requestUntilAnswered('time:now', {}, lifetime.signal);
  lifetime.abort(); // the first try has not failed yet
  expect(await answer).toBe('lost');
  connection.close();
});

test('a request without a connection ends when its signal is aborted while it waits for one', async () => {
  const connection = new Connection();
  const lifetime = new AbortController();
  const answer = connection.requestUntilAnswered('time:now', {}, lifetime.signal);
  await vi.waitFor(() => expect(connection.status).not.toBe('connected'));
  lifetime.abort();
  expect(await answer).toBe('lost');
  connection.close();
});

test('a request with an aborted signal is not made', async () => {
  const connection = new Connection();
  expect(await connection.requestUntilAnswered('time:now', {}, AbortSignal.abort())).toBe('lost');
  connection.close();
});
