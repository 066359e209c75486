import { connect, guestAt } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { request } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { useAppBehindProxy, useTwoNodes } from '../testing/app.ts';

const app = useAppBehindProxy();
const nodes = useTwoNodes();

/** A sample from `/metrics`, named like `name{label="value"}`; undefined if it is missing. */
async function sample(written: string, url = app.url): Promise<number | undefined> {
  const { body } = await request(url, '/metrics');
  const line = String(body)
    .split('\n')
    .find((each) => each.startsWith(`${written} `));
  return line === undefined ? undefined : Number(line.slice(written.length));
}

async function firstMove() {
  const { gameId, south, north } = await aGame(app.url).started();
  await south.request('game:watch', { gameId, after: 0 });
  const move = { type: 'move', ply: 1, from: 'd2', to: 'd3' } as const;
  expect(await south.command(gameId, move)).toMatchObject({ ok: true });
  return { south, north, gameId };
}

test('commands and requests are counted by kind and answer, and clients by connections and rooms', async () => {
  const { south, north, gameId } = await firstMove();
  await north.sendRaw('game:command', { nonsense: true });
  await north.sendRaw('no-such-event', {});
  await south.command(gameId, { type: 'move', ply: 2, from: 'd3', to: 'd4' });
  expect(await sample('terrace_commands_total{kind="move",answer="ok"}')).toBe(1);
  expect(await sample('terrace_commands_total{kind="move",answer="not-your-turn"}')).toBe(1);
  expect(await sample('terrace_requests_total{event="game:command",answer="ok"}')).toBe(2);
  expect(await sample('terrace_requests_total{event="game:command",answer="malformed"}')).toBe(1);
  expect(await sample('terrace_requests_total{event="unknown",answer="unknown-event"}')).toBe(1);
  expect(await sample('terrace_request_seconds_count{event="game:command"}')).toBe(4);
  expect(await sample('terrace_http_requests_total{operation="getMe",status="200"}')).toBe(2);
  expect(await sample('terrace_sockets')).toBe(2);
  expect(await sample('terrace_rooms{kind="game"}')).toBe(1);
  expect(await sample('terrace_rooms{kind="player"}')).toBe(2);
  for (const { close } of [south, north]) close();
  await expect.poll(() => sample('terrace_sockets')).toBe(0);
  expect(await sample('terrace_rooms{kind="game"}')).toBeUndefined();
});

test('each append is timed, batches are counted, and no append is pending at the end', async () => {
  const saved = 'terrace_append_seconds_count{outcome="saved"}';
  const [appends = 0, batches = 0] = [await sample(saved), await sample('terrace_append_batch_games_count')];
  const { south, north } = await firstMove();
  for (const { close } of [south, north]) close();
  expect(await sample(saved)).toBe(appends + 3);
  expect(await sample('terrace_append_batch_games_count')).toBe(batches + 1);
  expect(await sample('terrace_appends_waiting')).toBe(0);
});

test('an outage of Postgres is visible while it lasts, and is counted once', { timeout: 30_000 }, async () => {
  expect(await sample('terrace_postgres_up')).toBe(1);
  const before = (await sample('terrace_postgres_outages_total')) ?? Number.NaN;
  app.proxy.disconnect();
  await expect.poll(() => sample('terrace_postgres_up')).toBe(0);
  app.proxy.reconnect();
  await expect.poll(() => sample('terrace_postgres_up')).toBe(1);
  expect(await sample('terrace_postgres_outages_total')).toBe(before + 1);
});

test('a flag is timed from its deadline to its commit', { timeout: 30_000 }, async () => {
  const time = { kind: 'clock', initialMs: 10_000, incrementMs: 0 } as const; // the shortest allowed clock
  const { south, north } = await aGame(app.url).on('short').with({ time }).started();
  const lateMs = 3_000;
  app.time.advance(time.initialMs + lateMs);
  await expect.poll(() => sample('terrace_flag_late_seconds_count')).toBe(1);
  expect(await sample('terrace_flag_late_seconds_sum')).toBeGreaterThanOrEqual(lateMs / 1000);
  for (const { close } of [south, north]) close();
});

test("nodes in one process have separate metrics, and record the delay of each other's commits", async () => {
  const { here, there } = nodes;
  const [south, watcher] = [await guestAt(here), await connect(there, '')];
  const gameId = await south.create({ setup: 'long' }, 'south');
  await watcher.request('game:watch', { gameId, after: 0 });
  expect(await sample('terrace_followed_games', there)).toBe(1);
  await south.command(gameId, { type: 'leave' });
  await expect.poll(() => sample('terrace_feed_lag_seconds_count', there)).toBe(1);
  expect(await sample('terrace_feed_lag_seconds_count', here)).toBe(0);
  for (const each of [south, watcher]) each.close();
  const created = 'terrace_requests_total{event="game:create",answer="ok"}';
  expect([await sample(created, here), await sample(created, there)]).toEqual([1, undefined]);
  expect(await sample('terrace_redis_up', there)).toBe(1);
  await expect.poll(() => sample('terrace_cluster_whole', there)).toBe(1);
  expect(await sample('terrace_redis_up')).toBeUndefined();
});
