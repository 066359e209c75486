import { flagAt, fold, IDLE_MS } from '@terrace/game';
import { type GameId, GameLog } from '@terrace/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import { startNode, startTestApp } from '../testing/app.ts';
import { guestAt } from '../testing/client.ts';

/** The shortest time the protocol allows, in ms. */
const INITIAL = 10_000;

/** How late a flag may fall, in ms; and at a server that has just started, which first gives back what clocks are owed. */
const LATE = 300;
const LATE_AFTER_START = 1_500;

type App = Awaited<ReturnType<typeof startTestApp>>;

/** A game whose players went away as soon as it began. */
async function begunAndLeft(app: App): Promise<GameId> {
  const [south, north] = await Promise.all([guestAt(app.url), guestAt(app.url)]);
  const gameId = await south.create(
    { setup: 'short', time: { kind: 'clock', initialMs: INITIAL, incrementMs: 0 } },
    'south',
  );
  await north.command(gameId, { type: 'sit', side: null });
  south.close();
  north.close();
  return gameId;
}

/** The end of the game, asked for without a socket, when it had to come by the log, and when it came. */
async function ending(app: App, gameId: GameId) {
  const read = async () => GameLog.parse(await (await fetch(`${app.url}/api/games/${gameId}`)).json()).events;
  await expect.poll(async () => (await read()).at(-1)?.event.type, { timeout: 15_000, interval: 50 }).toBe('ended');
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

  test('with no client connected (R15)', { timeout: 30_000 }, async () => {
    const app = await startTestApp(database.url);
    const { end, deadline, endedAt } = await ending(app, await begunAndLeft(app));
    await app.close();
    expect(end).toMatchObject({ result: { winner: 'north', by: 'time' } });
    expect(endedAt).toBeGreaterThanOrEqual(deadline);
    expect(endedAt).toBeLessThan(deadline + LATE);
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
    const second = await startNode(database.url, { now: () => Date.now() + INITIAL - 3_000 }); // three seconds are left
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
    const second = await startTestApp(database.url, now);
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
  let aheadMs = 0;
  const app = await startTestApp(database.url, () => Date.now() + aheadMs);
  const [south, north] = await Promise.all([guestAt(app.url), guestAt(app.url)]);
  const gameId = await south.create({ setup: 'short', time: null }, 'south');
  await north.command(gameId, { type: 'sit', side: null });
  await north.request('game:watch', { gameId, after: 0 });
  aheadMs = IDLE_MS - 60_000;
  expect(await south.command(gameId, { type: 'flag' })).toMatchObject({ refusal: { code: 'time-left' } });
  aheadMs = IDLE_MS;
  await north.hears(gameId, (events) => events.some(({ event }) => event.type === 'closed'));
  expect(north.eventsOf(gameId).at(-1)?.event).toEqual({ type: 'closed', by: 'no-show' });
  south.close();
  north.close();
  await app.close();
  await database.drop();
});
