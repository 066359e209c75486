import { type Broadcast, GameId, type LoggedEvent, type Reply } from '@terrace/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nextEvents } from './next-events.ts';
import { Subscription } from './subscription.ts';
import { FakeConnection } from './testing/fake-connection.ts';

const id = GameId.parse('game00000001');
const event = (seq: number): LoggedEvent => ({ seq, at: 0, event: { type: 'started' } });
const upTo = (seq: number) => Array.from({ length: seq }, (_, n) => event(n + 1));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Answer = { ok: true; value: Reply<'game:watch'> } | { ok: false; refusal: object } | 'lost';

function followed(firstStatus: 'connected' | 'connecting' = 'connected') {
  const server = {
    log: upTo(1),
    /** Sent in order before the server answers from the log. */
    answers: [] as (Answer | Promise<Answer>)[],
  };
  const connection = new FakeConnection((name, { after }: { after: number }) =>
    name === 'game:watch'
      ? (server.answers.shift() ?? {
          ok: true,
          value: { events: server.log.slice(after), now: 0, presence: { watching: 0, names: [], away: [] } },
        })
      : 'lost',
  );
  connection.status = firstStatus;
  const page = { seq: 0, refused: [] as string[] };
  const take = (events: readonly LoggedEvent[]) => {
    const { fresh, gap } = nextEvents(page.seq, events);
    page.seq += fresh.length;
    return gap ? ('gap' as const) : undefined;
  };
  const lifetime = new AbortController();
  const subscription = new Subscription(
    connection.asConnection,
    {
      request: 'game:watch',
      payload: () => ({ gameId: id, after: page.seq }),
      apply: ({ events }) => take(events),
      onRefused: ({ code }) => void page.refused.push(code),
      leave: () => void connection.request('game:unwatch', { gameId: id }),
    },
    lifetime.signal,
  ).on('game:events', ({ events }: Broadcast<'game:events'>) => take(events));
  return {
    server,
    connection,
    page,
    subscription,
    lifetime,
    broadcast: (...events: LoggedEvent[]) => connection.broadcast('game:events', { gameId: id, events, now: 0 }),
    asked: () => connection.sent('game:watch').map((payload) => (payload as { after: number }).after),
  };
}
const settle = () => vi.advanceTimersByTimeAsync(0);
const saved = { ok: false, refusal: { code: 'not-saved' } } as const;

test('every connect requests the events after the last known one', async () => {
  const { connection, asked, page } = followed('connecting');
  expect(asked()).toEqual([]);
  connection.connect();
  await settle();
  connection.connect();
  await settle();
  expect(asked()).toEqual([0, 1]);
  expect(page.seq).toBe(1);
});

test('a gap is requested once, and events that arrive before the answer are applied after it', async () => {
  const { server, broadcast, asked, page } = followed();
  await settle();
  server.log = upTo(3);
  broadcast(event(3));
  broadcast(event(4));
  broadcast(event(5));
  expect(page.seq).toBe(1);
  await settle();
  expect(asked()).toEqual([0, 1]);
  expect(page.seq).toBe(5);
});

test('events still missing after an answer are requested again', async () => {
  const { server, broadcast, asked, page } = followed();
  server.answers.push({ ok: true, value: { events: upTo(1), now: 0, presence: { watching: 0, names: [], away: [] } } });
  server.log = upTo(4);
  broadcast(event(4));
  await settle();
  expect(asked()).toEqual([0, 1]);
  expect(page.seq).toBe(4);
});

test('repeated and out-of-order events are applied once and in order', async () => {
  const { broadcast, asked, page } = followed();
  await settle();
  broadcast(event(3), event(2));
  broadcast(event(2));
  await settle();
  expect(page.seq).toBe(3);
  expect(asked()).toEqual([0]);
});

test('an unanswered request is repeated with growing delays', async () => {
  const { server, asked, page } = followed();
  server.answers.push('lost', 'lost', saved);
  await settle();
  await vi.advanceTimersByTimeAsync(399);
  expect(asked()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(800);
  expect(asked()).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(1600);
  expect(page.seq).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('after a rate limit the retry waits for the delay in the answer, even after a gap', async () => {
  const { server, broadcast, asked } = followed();
  server.answers.push({ ok: false, refusal: { code: 'too-many-requests', retryMs: 7000 } });
  await settle();
  broadcast(event(5));
  await vi.advanceTimersByTimeAsync(6999);
  expect(asked()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toHaveLength(2);
});

test('a permanent refusal is reported, and the request is not repeated', async () => {
  const { server, page, asked } = followed();
  server.answers.push({ ok: false, refusal: { code: 'no-such-game' } });
  await settle();
  expect(page.refused).toEqual(['no-such-game']);
  expect(vi.getTimerCount()).toBe(0);
  expect(asked()).toHaveLength(1);
});

test('a disconnected subscription sends nothing until the next connect', async () => {
  const { server, connection, asked } = followed();
  server.answers.push('lost');
  connection.status = 'connecting';
  await settle();
  expect(vi.getTimerCount()).toBe(0);
  connection.connect();
  expect(asked()).toHaveLength(2);
});

test('a refresh discards the answer to an earlier request in flight', async () => {
  const { server, subscription, page } = followed();
  await settle();
  const slow = Promise.withResolvers<Answer>();
  server.answers.push(slow.promise);
  subscription.refresh();
  server.log = upTo(2);
  subscription.refresh();
  await settle();
  expect(page.seq).toBe(2);
  slow.resolve({ ok: false, refusal: { code: 'no-such-game' } });
  await settle();
  expect(page.refused).toEqual([]);
});

test('an aborted subscription leaves the room, ignores broadcasts, and leaves no timer or listener', async () => {
  const { server, connection, lifetime, broadcast, page } = followed();
  server.answers.push('lost');
  await settle();
  expect(vi.getTimerCount()).toBe(1);
  lifetime.abort();
  expect(vi.getTimerCount()).toBe(0);
  expect(connection.listeners).toBe(0);
  expect(connection.sent('game:unwatch')).toHaveLength(1);
  broadcast(event(1));
  connection.connect();
  await vi.runAllTimersAsync();
  expect(page.seq).toBe(0);
  expect(connection.sent('game:watch')).toHaveLength(1);
});

test('an answer after the abort is ignored', async () => {
  const { server, lifetime, page, subscription } = followed();
  await settle();
  server.log = upTo(4);
  subscription.refresh();
  lifetime.abort();
  await settle();
  expect(page.seq).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('an unreadable broadcast makes the subscription request the missed events', async () => {
  const { server, connection, page, asked } = followed();
  await settle();
  server.log.push(event(2));
  connection.broadcastUnreadable('game:events');
  await settle();
  expect(asked()).toEqual([0, 1]);
  expect(page.seq).toBe(2);
});
