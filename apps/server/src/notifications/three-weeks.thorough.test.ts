/** Correspondence over three simulated weeks, with the faults of a real service. */
import { setImmediate as tick } from 'node:timers/promises';
import { currentPosition, fold, moverOf } from '@terrace/game';
import { DAY_MS, type GameId, GameLog, HOUR_MS } from '@terrace/protocol';
import { historyOutcome, legalMoves, playOn, squareName } from '@terrace/rules';
import { connect } from '@terrace/testing/client';
import { becomeMember, request } from '@terrace/testing/members';
import { beforeAll, expect, test } from 'vitest';
import { useTwoNodesBehindProxy } from '../testing/app.ts';
import { openPushService } from '../testing/push-service.ts';
import { runFailedJobs } from './testing/channels.ts';

let service: Awaited<ReturnType<typeof openPushService>>;
beforeAll(async () => {
  service = await openPushService();
  return service.close;
});
const nodes = useTwoNodesBehindProxy({ outbound: { loopback: true }, publicUrl: 'https://terrace.example' });
const { time } = nodes;

const WEEKDAYS_IN = 'Europe/Berlin';
const TIME = { kind: 'days', perMoveMs: 2 * DAY_MS, weekendsOff: WEEKDAYS_IN } as const;

type Person = Awaited<ReturnType<typeof person>>;

async function person(url: string) {
  const { cookie, player } = await becomeMember(url);
  const browser = service.browser();
  await request(url, '/api/me/push/subscriptions', { cookie, body: browser.subscription });
  return { ...(await connect(url, cookie)), url, cookie, player, browser };
}

const pushed = ({ browser }: Person): readonly string[] => browser.received.map(({ payload }) => payload.key);

async function stateOf(gameId: GameId) {
  const { events } = GameLog.parse(await (await fetch(`${nodes.here}/api/games/${gameId}`)).json());
  const state = fold(null, events);
  if (state === null) throw new Error('there is no game');
  return { events, state };
}

/** Lets time pass by the hour, with the work of the servers in between. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= HOUR_MS) {
    time.advance(Math.min(left, HOUR_MS));
    for (let i = 0; i < 5; i += 1) await tick();
  }
}

/** Plays a quiet move of the side to move, after which all sides are still in play. */
async function playOne(gameId: GameId, people: readonly Person[], choice: number): Promise<void> {
  const { state } = await stateOf(gameId);
  const position = currentPosition(state);
  const quiet = legalMoves(position).filter((move) => {
    const next = playOn(state.history, move);
    return next.ok && historyOutcome(next.value) === undefined && next.value.position.quiet > position.quiet;
  });
  const move = quiet[choice % quiet.length];
  const mover = people.find(({ player }) => player.id === moverOf(state)?.id);
  if (move === undefined || mover === undefined) throw new Error('the script ends here');
  const [from, to] = [squareName(position.size, move.from), squareName(position.size, move.to)];
  await mover.commandOrThrow(gameId, { type: 'move', ply: position.ply, from, to });
}

/** The key of the turn that stands now, and its player. */
async function standingTurn(gameId: GameId, people: readonly Person[]) {
  const { events, state } = await stateOf(gameId);
  const mover = people.find(({ player }) => player.id === moverOf(state)?.id);
  const began = events.findLast(({ event }) => event.type === 'moved' || event.type === 'started');
  if (mover === undefined || began === undefined) throw new Error('no player has the turn');
  return { mover, key: `turn:${gameId}:${currentPosition(state).ply}:${began.seq}` };
}

test('in three weeks of two games, each player is notified exactly once per cause, whatever fails', async () => {
  const people = [
    await person(nodes.here),
    await person(nodes.there),
    await person(nodes.here),
    await person(nodes.there),
  ];
  const [south, west] = people;
  if (south === undefined || west === undefined) throw new Error('four people are missing');
  const { prisma } = nodes.database;
  const startedAt = time.now();
  const four = await south.create({ setup: 'four', time: TIME }, 'south');
  for (const each of people.slice(1)) await each.commandOrThrow(four, { type: 'sit', side: null });
  const expected = new Map(people.map((each) => [each, [] as string[]]));
  const expectKey = (who: Person, key: string) => expected.get(who)?.push(key);

  const faults: Record<number, () => Promise<void>> = {
    // A device that is gone, and a service that asks to wait.
    3: async () => {
      const old = service.browser();
      await request(west.url, '/api/me/push/subscriptions', { cookie: west.cookie, body: old.subscription });
      old.answer = { status: 410 };
    },
    6: async () => {
      for (const { browser } of people) browser.answer = { status: 429, retryAfter: '1800' };
    },
    9: async () => nodes.redis().disconnect(),
    12: async () => nodes.redis().reconnect(),
  };

  let plies = 0;
  while (time.now() - startedAt < 21 * DAY_MS) {
    const { mover, key } = await standingTurn(four, people);
    expectKey(mover, key);
    await faults[plies]?.();
    if (plies === 5) {
      await expect.poll(() => pushed(mover)).toContain(key);
      expect((await request(west.url, '/api/me/vacation', { cookie: west.cookie, body: { days: 4 } })).status).toBe(
        200,
      );
    }
    if (plies === 6) {
      await expect.poll(() => mover.browser.requests).toBeGreaterThan(pushed(mover).length);
      await pass(2 * HOUR_MS);
      for (const { browser } of people) browser.answer = { status: 201 };
    }
    if (plies === 8) {
      // The node dies between the row and the delivery: the row is there, its jobs are not.
      mover.browser.answer = { status: 503 };
      await expect.poll(() => mover.browser.requests).toBeGreaterThan(pushed(mover).length);
      await prisma.$executeRaw`delete from graphile_worker._private_jobs`;
      mover.browser.answer = { status: 201 };
    }
    if (plies === 10) {
      // The node dies between the commit and its causes.
      await prisma.$executeRaw`delete from notification where key = ${key}`;
      await prisma.$executeRaw`delete from graphile_worker._private_jobs`;
    }
    await expect
      .poll(
        async () => {
          await pass(HOUR_MS);
          await runFailedJobs(prisma);
          return pushed(mover).includes(key);
        },
        { timeout: 30_000 },
      )
      .toBe(true);
    await pass((plies % 3) * 6 * HOUR_MS);
    await playOne(four, people, plies);
    plies += 1;
  }
  const { state } = await stateOf(four);
  expect([state.status, plies > 20]).toEqual(['live', true]);

  const turns = (who: Person) => pushed(who).filter((key) => key.startsWith(`turn:${four}:`));
  const last = await standingTurn(four, people);
  expectKey(last.mover, last.key);
  await expect.poll(() => turns(last.mover)).toContain(last.key);
  for (const each of people) {
    expect(turns(each).toSorted()).toEqual(expected.get(each)?.toSorted());
    expect(new Set(pushed(each)).size).toBe(pushed(each).length);
  }
}, 600_000);
