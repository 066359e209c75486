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

/** A log that is followed, from a server whose log and next answers the test sets. */
function followed(firstStatus: 'connected' | 'connecting' = 'connected') {
  const server = {
    log: upTo(1),
    /** Answers instead of the log, the next one first. */
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
      refused: ({ code }) => void page.refused.push(code),
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

test('asks at once when connected, and again at every connect, from what is known then', async () => {
  const { connection, asked, page } = followed('connecting');
  expect(asked()).toEqual([]);
  connection.connect();
  await settle();
  connection.connect();
  await settle();
  expect(asked()).toEqual([0, 1]);
  expect(page.seq).toBe(1);
});

test('a gap is asked for, once, and what came meanwhile is applied after the answer', async () => {
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

test('what is still missing after the answer is asked for again', async () => {
  const { server, broadcast, asked, page } = followed();
  server.answers.push({ ok: true, value: { events: upTo(1), now: 0, presence: { watching: 0, names: [], away: [] } } });
  server.log = upTo(4);
  broadcast(event(4));
  await settle();
  expect(asked()).toEqual([0, 1]);
  expect(page.seq).toBe(4);
});

test('messages out of order and repeated ones are sorted out by what is known', async () => {
  const { broadcast, asked, page } = followed();
  await settle();
  broadcast(event(3), event(2));
  broadcast(event(2));
  await settle();
  expect(page.seq).toBe(3);
  expect(asked()).toEqual([0]);
});

test('without an answer it is asked again, after ever longer, until there is one', async () => {
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

test('a server that asks for patience is given what it asks for, also when there is a gap meanwhile', async () => {
  const { server, broadcast, asked } = followed();
  server.answers.push({ ok: false, refusal: { code: 'too-many-requests', retryMs: 7000 } });
  await settle();
  broadcast(event(5));
  await vi.advanceTimersByTimeAsync(6999);
  expect(asked()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toHaveLength(2);
});

test('a refusal that stays one is told, and not asked against', async () => {
  const { server, page, asked } = followed();
  server.answers.push({ ok: false, refusal: { code: 'no-such-game' } });
  await settle();
  expect(page.refused).toEqual(['no-such-game']);
  expect(vi.getTimerCount()).toBe(0);
  expect(asked()).toHaveLength(1);
});

test('while the connection is gone nothing is tried; the next connect asks', async () => {
  const { server, connection, asked } = followed();
  server.answers.push('lost');
  connection.status = 'connecting';
  await settle();
  expect(vi.getTimerCount()).toBe(0);
  connection.connect();
  expect(asked()).toHaveLength(2);
});

test('what is asked for anew while an answer is on its way makes that answer void', async () => {
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

test('aborted, it leaves the room, hears nothing, and leaves no timer and no listener', async () => {
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

test('an answer that comes after the abort changes nothing', async () => {
  const { server, lifetime, page, subscription } = followed();
  await settle();
  server.log = upTo(4);
  subscription.refresh();
  lifetime.abort();
  await settle();
  expect(page.seq).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('a broadcast that cannot be read makes the subscription ask for what it missed', async () => {
  const { server, connection, page, asked } = followed();
  await settle();
  server.log.push(event(2));
  connection.broadcastUnreadable('game:events');
  await settle();
  expect(asked()).toEqual([0, 1]);
  expect(page.seq).toBe(2);
});
