import { flagAt, fold, IDLE_MS } from '@terrace/game';
import { type GameId, GameLog } from '@terrace/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import { createLog } from '../log.ts';
import { realScheduler } from '../scheduler.ts';
import { startNode, startTestApp } from '../testing/app.ts';
import { guestAt } from '../testing/client.ts';
import { openTcpProxy } from '../testing/tcp-proxy.ts';
import { createVirtualTime } from '../testing/time.ts';

/** The shortest time the protocol allows, in ms. */
const INITIAL = 10_000;

/** How late a flag may fall, in ms; and at a server that has just started, which first gives back what clocks are owed. */
const LATE = 300;
const LATE_AFTER_START = 1_500;

/** For how long Postgres is not heard after a deadline, in ms: enough for an interruption. */
const HELD = 2_500;

type App = Awaited<ReturnType<typeof startTestApp>>;

/** A game whose players went away after their first moves. */
async function begunAndLeft(app: App): Promise<GameId> {
  const [south, north] = await Promise.all([guestAt(app.url), guestAt(app.url)]);
  const gameId = await south.create(
    { setup: 'short', time: { kind: 'clock', initialMs: INITIAL, incrementMs: 0 } },
    'south',
  );
  await north.command(gameId, { type: 'sit', side: null });
  await south.command(gameId, { type: 'move', ply: 1, from: 'd1', to: 'd3' });
  await north.command(gameId, { type: 'move', ply: 2, from: 'e8', to: 'e6' });
  south.close();
  north.close();
  return gameId;
}

/** The log of a game, asked for without a socket. */
const readLog = async (app: App, gameId: GameId) =>
  GameLog.parse(await (await fetch(`${app.url}/api/games/${gameId}`)).json()).events;

/** The end of the game, asked for without a socket, when it had to come by the log, and when it came. */
async function ending(app: App, gameId: GameId, { poll } = expect) {
  const read = () => readLog(app, gameId);
  await poll(async () => (await read()).at(-1)?.event.type).toBe('ended');
  const events = await read();
  const end = events.at(-1);
  const outAt = events.findIndex(({ event }) => event.type === 'out');
  const before = fold(null, events.slice(0, outAt));
  return { end: end?.event, deadline: (before && flagAt(before)) ?? Number.NaN, endedAt: end?.at ?? Number.NaN };
}

describe.concurrent('a flag falls within 300 ms of its deadline', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  test('with no client connected (R15)', { timeout: 30_000 }, async ({ expect }) => {
    const app = await startTestApp(database.url);
    const { end, deadline, endedAt } = await ending(app, await begunAndLeft(app), expect);
    await app.close();
    expect(end).toMatchObject({ result: { winner: 'north', by: 'time' } });
    expect(endedAt).toBeGreaterThanOrEqual(deadline);
    expect(endedAt).toBeLessThan(deadline + LATE);
  });

  test('or later by what Postgres did not answer, also when that had begun just before', {
    timeout: 40_000,
  }, async ({ expect }) => {
    const own = await freshDatabase();
    const proxy = await openTcpProxy(own.url);
    const app = await startTestApp(proxy.url, { log: createLog('silent') });
    const gameId = await begunAndLeft(app);
    const begun = fold(null, await readLog(app, gameId));
    const due = (begun && flagAt(begun)) ?? Number.NaN;
    const heldFrom = due - 800;
    await expect.poll(Date.now, { timeout: INITIAL }).toBeGreaterThan(heldFrom);
    proxy.withhold();
    await expect.poll(Date.now, { timeout: INITIAL }).toBeGreaterThan(due + HELD);
    proxy.deliver();
    const { endedAt } = await ending(app, gameId, expect);
    expect(endedAt).toBeGreaterThan(due + HELD);
    await app.close();
    proxy.close();
    await own.drop();
  });
});

describe('another node', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  test('flags on time what the first was to flag', async () => {
    const first = await startNode(database.url);
    const gameId = await begunAndLeft(first);
    const second = await startNode(database.url, { scheduler: realScheduler(() => Date.now() + INITIAL - 3_000) }); // three seconds are left
    await first.close();
    const { deadline, endedAt } = await ending(second, gameId);
    await second.close();
    expect(endedAt).toBeGreaterThanOrEqual(deadline);
    expect(endedAt).toBeLessThan(deadline + LATE);
  });

  test('flags at once what the first has not flagged', async () => {
    const first = await startTestApp(database.url);
    const gameId = await begunAndLeft(first);
    await first.close();
    const now = () => Date.now() + 3_600_000;
    const startedAt = now();
    const second = await startTestApp(database.url, { scheduler: realScheduler(now) });
    const listeningAt = now();
    const { end, endedAt } = await ending(second, gameId);
    await second.close();
    expect(end).toMatchObject({ result: { winner: 'north', by: 'time' } });
    expect(endedAt).toBeGreaterThanOrEqual(startedAt);
    expect(endedAt).toBeLessThan(listeningAt + LATE_AFTER_START);
  });
});

test('a game without a clock that nobody plays for thirty days ends without anybody asking', async () => {
  const database = await freshDatabase();
  const time = createVirtualTime({ speed: 1 });
  const app = await startTestApp(database.url, { scheduler: time.scheduler });
  const [south, north] = await Promise.all([guestAt(app.url), guestAt(app.url)]);
  const gameId = await south.create({ setup: 'short', time: null }, 'south');
  await north.command(gameId, { type: 'sit', side: null });
  await north.request('game:watch', { gameId, after: 0 });
  time.jump(IDLE_MS - 60_000);
  expect(await south.command(gameId, { type: 'flag' })).toMatchObject({ refusal: { code: 'time-left' } });
  time.jump(60_000);
  await north.hears(gameId, (events) => events.some(({ event }) => event.type === 'closed'));
  expect(north.eventsOf(gameId).at(-1)?.event).toEqual({ type: 'closed', by: 'no-show' });
  south.close();
  north.close();
  await app.close();
  await database.drop();
});
