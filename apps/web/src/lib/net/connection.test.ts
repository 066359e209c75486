import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Connection } from './connection.svelte.ts';
import { FakeSocket } from './testing/fake-socket.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function opened(onUnreadable?: () => void) {
  const sockets: FakeSocket[] = [];
  const connection = new Connection(onUnreadable, () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket.asSocket;
  });
  connection.open();
  const [first] = sockets;
  if (first === undefined) throw new Error('an open connection has a socket');
  return { connection, sockets, first };
}

test('aborting the signal between two attempts ends a request without a connection', async () => {
  const { connection } = opened();
  const lifetime = new AbortController();
  const answer = connection.requestUntilAnswered('time:now', {}, lifetime.signal);
  lifetime.abort(); // the first attempt is still pending
  expect(await answer).toBe('lost');
});

test('aborting the signal ends a request that waits for a connection', async () => {
  const { connection } = opened();
  const lifetime = new AbortController();
  const answer = connection.requestUntilAnswered('time:now', {}, lifetime.signal);
  await vi.advanceTimersByTimeAsync(60_000);
  lifetime.abort();
  expect(await answer).toBe('lost');
});

test('a request with an aborted signal is not sent', async () => {
  const { connection } = opened();
  expect(await connection.requestUntilAnswered('time:now', {}, AbortSignal.abort())).toBe('lost');
});

test('a request without a connection is sent and answered after the next connect', async () => {
  const { connection, first } = opened();
  const answer = connection.requestUntilAnswered('time:now', {}, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(60_000);
  first.accept();
  expect(await answer).toEqual({ ok: true, value: { now: 0 } });
  connection.close();
});

test('a connection that the server closes or rejects is reopened within one to three seconds', async () => {
  const { connection, first } = opened();
  first.accept();
  await vi.advanceTimersByTimeAsync(0);
  first.closeFromServer();
  await vi.advanceTimersByTimeAsync(999);
  expect(first.reconnects).toBe(0);
  await vi.advanceTimersByTimeAsync(2_001);
  expect(first.reconnects).toBe(1);
  first.rejectConnection();
  await vi.advanceTimersByTimeAsync(999);
  expect(first.reconnects).toBe(1);
  await vi.advanceTimersByTimeAsync(2_001);
  expect(first.reconnects).toBe(2);
  connection.close();
});

test('after a network failure Socket.IO reconnects, and the status becomes "away" after six seconds', async () => {
  const { connection, first } = opened();
  first.accept();
  await vi.advanceTimersByTimeAsync(0);
  first.breakConnection();
  expect(connection.status).toBe('connecting');
  await vi.advanceTimersByTimeAsync(5_999);
  expect(connection.status).toBe('connecting');
  await vi.advanceTimersByTimeAsync(1);
  expect(connection.status).toBe('away');
  expect(first.reconnects).toBe(0);
  first.accept();
  expect(connection.status).toBe('connected');
  connection.close();
});

test('a connection restored within six seconds never has the status "away"', async () => {
  const { connection, first } = opened();
  first.accept();
  first.breakConnection();
  await vi.advanceTimersByTimeAsync(3_000);
  first.accept();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connection.status).toBe('connected');
  connection.close();
});

test('after a sleep without a disconnect, the server time is measured again', async () => {
  const { connection, first } = opened();
  let asleepMs = 0;
  first.answer = () =>
    Promise.resolve({ ok: true, value: { now: Math.round(performance.now()) + 5_000_000 + asleepMs } });
  first.accept();
  await vi.advanceTimersByTimeAsync(1_000);
  const before = connection.clock.now();
  asleepMs = 20_000;
  vi.setSystemTime(Date.now() + asleepMs); // the clock of the device stood still
  await vi.advanceTimersByTimeAsync(4_000);
  expect(connection.clock.now() - before).toBeCloseTo(24_000, -2);
  connection.close();
});

test('the page moves from a stopping server to another without interruption, then closes the old socket after its last answer', async () => {
  const { connection, sockets, first } = opened();
  first.accept();
  await vi.advanceTimersByTimeAsync(0);
  const late = Promise.withResolvers<unknown>();
  first.answer = () => late.promise;
  const answer = connection.request('time:now', {});
  first.stopServer(4_000);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(sockets).toHaveLength(2);
  expect(connection.status).toBe('connected');

  let connects = 0;
  connection.onConnect(() => {
    connects += 1;
  }, new AbortController().signal);
  sockets[1]?.accept();
  await vi.advanceTimersByTimeAsync(0);
  expect(connects).toBe(2);
  expect(first.isClosed).toBe(false);
  late.resolve({ ok: true, value: { now: 7 } });
  expect(await answer).toEqual({ ok: true, value: { now: 7 } });
  await vi.advanceTimersByTimeAsync(0);
  expect(first.isClosed).toBe(true);
  expect(connection.status).toBe('connected');
  connection.close();
});

test('a closed connection leaves no timer and opens no new socket', async () => {
  const { connection, sockets, first } = opened();
  first.accept();
  await vi.advanceTimersByTimeAsync(0);
  first.closeFromServer();
  connection.close();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(first.reconnects).toBe(0);
  expect(sockets).toHaveLength(1);
});

test.each([
  [
    'a refusal of a request that the server cannot read',
    { code: 'malformed', problem: 'command.seq: expected a number' },
  ],
  ['a refusal of a request that the server does not know', { code: 'unknown-event', event: 'game:command' }],
  ['an answer that the page cannot read', { code: 'a-code-of-a-newer-version' }],
])('%s makes the page check whether the server is newer', async (_, refusal) => {
  const onUnreadable = vi.fn();
  const { connection, first } = opened(onUnreadable);
  first.accept();
  await vi.advanceTimersByTimeAsync(0); // asks for the time by itself
  first.answer = async () => ({ ok: false, refusal });
  expect(await connection.request('time:now', {})).toMatchObject({ ok: false });
  expect(onUnreadable).toHaveBeenCalledOnce();
  first.answer = async () => ({ ok: false, refusal: { code: 'not-over' } });
  expect(await connection.request('time:now', {})).toMatchObject({ ok: false, refusal: { code: 'not-over' } });
  expect(onUnreadable).toHaveBeenCalledOnce();
  connection.close();
});
