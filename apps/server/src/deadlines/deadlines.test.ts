import { flagAt, fold, IDLE_MS } from '@terrace/game';
import { type GameId, GameLog, HOUR_MS } from '@terrace/protocol';
import { aGame } from '@terrace/testing/games';
import { openTcpProxy } from '@terrace/testing/tcp-proxy';
import { expect, onTestFinished, test } from 'vitest';
import { databaseOfTest } from '../../../../tools/testing/database.ts';
import type { AppOptions, RunningApp } from '../compose.ts';
import { createLog } from '../start/log.ts';
import { startNode, startTestApp } from '../testing/app.ts';
import { createVirtualTime, type VirtualTime } from '../testing/time.ts';

/** The shortest time that the protocol allows, in ms. */
const INITIAL = 10_000;

/** How long Postgres does not respond after a deadline, in ms: long enough to count as an interruption. */
const HELD = 2_500;

async function setUp() {
  const databaseUrl = await databaseOfTest();
  const time = createVirtualTime();
  onTestFinished(time.stop);
  const start = (more: Partial<AppOptions> = {}) => startTestApp(databaseUrl, { scheduler: time.scheduler, ...more });
  return { databaseUrl, time, start };
}

async function begunAndLeft(app: RunningApp): Promise<GameId> {
  const { gameId, south, north } = await aGame(app.url)
    .on('short')
    .with({ time: { kind: 'clock', initialMs: INITIAL, incrementMs: 0 } })
    .started();
  await south.command(gameId, { type: 'move', ply: 1, from: 'd1', to: 'd3' });
  await north.command(gameId, { type: 'move', ply: 2, from: 'e8', to: 'e6' });
  south.close();
  north.close();
  return gameId;
}

const readLog = async (app: RunningApp, gameId: GameId) =>
  GameLog.parse(await (await fetch(`${app.url}/api/games/${gameId}`)).json()).events;

const deadlineOf = async (app: RunningApp, gameId: GameId) => {
  const state = fold(null, await readLog(app, gameId));
  return (state && flagAt(state)) ?? Number.NaN;
};

/** How and when the game ended, requested without a socket while time passes. */
async function ending(app: RunningApp, gameId: GameId, time: VirtualTime, stepMs = 0) {
  const last = async () => (await readLog(app, gameId)).at(-1);
  await expect.poll(time.advancing(stepMs, async () => (await last())?.event.type)).toBe('ended');
  const end = await last();
  return { end: end?.event, endedAt: end?.at };
}

test('a flag falls at its deadline with no client connected (R15)', async () => {
  const { time, start } = await setUp();
  const app = await start();
  const gameId = await begunAndLeft(app);
  const deadline = await deadlineOf(app, gameId);
  time.advance(INITIAL);
  const { end, endedAt } = await ending(app, gameId, time);
  await app.close();
  expect(end).toMatchObject({ result: { winner: 'north', by: 'time' } });
  expect(endedAt).toBe(deadline);
});

test('an outage of Postgres postpones a flag by its duration, even if it begins just before the deadline', async () => {
  const { databaseUrl, time, start } = await setUp();
  const proxy = await openTcpProxy(databaseUrl);
  const app = await start({ databaseUrl: proxy.url, machine: time.scheduler, log: createLog('silent') });
  const gameId = await begunAndLeft(app);
  const due = await deadlineOf(app, gameId);
  /** Time passes in steps. The request after each step is answered once the step's heartbeats are. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 200) {
      time.advance(200);
      await fetch(`${app.url}/ready`);
    }
  };
  await pass(INITIAL - 800);
  proxy.withhold();
  time.advance(800 + HELD);
  proxy.deliver();
  const { endedAt } = await ending(app, gameId, time, 200);
  expect(endedAt).toBeGreaterThan(due + HELD);
  const log = await readLog(app, gameId);
  const [interruption] = log.flatMap(({ event }) => (event.type === 'interrupted' ? [event] : []));
  expect(interruption?.since).toBeLessThanOrEqual(due - 800);
  await app.close();
  proxy.close();
});

test('another node flags a game of a stopped node within seconds', async () => {
  const { databaseUrl, time } = await setUp();
  const first = await startNode(databaseUrl, { scheduler: time.scheduler });
  const gameId = await begunAndLeft(first);
  const deadline = await deadlineOf(first, gameId);
  time.advance(INITIAL - 3_000);
  const second = await startNode(databaseUrl, { scheduler: time.scheduler });
  await first.close();
  const { endedAt } = await ending(second, gameId, time, 100);
  await second.close();
  expect(endedAt).toBeGreaterThanOrEqual(deadline);
  expect(endedAt).toBeLessThan(deadline + 5_000);
});

test('a starting node flags games whose deadlines passed while no node was running', async () => {
  const { time, start } = await setUp();
  const first = await start();
  const gameId = await begunAndLeft(first);
  await first.close();
  time.jump(HOUR_MS);
  const second = await start();
  const { end, endedAt } = await ending(second, gameId, time);
  await second.close();
  expect(end).toMatchObject({ result: { winner: 'north', by: 'time' } });
  expect(endedAt).toBe(time.now());
});

test('a game without a clock ends after thirty days without a move', async () => {
  const { time, start } = await setUp();
  const app = await start();
  const { gameId, south, north } = await aGame(app.url).on('short').untimed().started();
  await north.request('game:watch', { gameId, after: 0 });
  time.jump(IDLE_MS - 60_000);
  expect(await south.command(gameId, { type: 'flag' })).toMatchObject({ refusal: { code: 'time-left' } });
  time.jump(60_000);
  // Far deadlines are looked at every 30 seconds.
  const last = () => north.eventsOf(gameId).at(-1)?.event.type;
  await expect.poll(time.advancing(1_000, last)).toBe('closed');
  expect(north.eventsOf(gameId).at(-1)?.event).toEqual({ type: 'closed', by: 'no-show' });
  south.close();
  north.close();
  await app.close();
});
