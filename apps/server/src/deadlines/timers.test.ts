import { fold, type GameState, openTable } from '@terrace/game';
import { DEFAULT_SETTINGS, GameId, MINUTE_MS, type Refusal, SECOND_MS } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import { expect, test } from 'vitest';
import type { CommandResult } from '../game-service/requests.ts';
import { player, reportError } from '../testing/games.ts';
import { createVirtualTime } from '../testing/time.ts';
import { createDeadlineTimers } from './timers.ts';

const GAME = GameId.parse('deadline0000');
const STATE = stateOf(openTable(DEFAULT_SETTINGS, player('host'), 'south', [], 0));

function stateOf(opened: ReturnType<typeof openTable>): GameState {
  const state = opened.ok
    ? fold(
        null,
        opened.value.map((event, i) => ({ seq: i + 1, at: 0, event })),
      )
    : null;
  if (state === null) throw new Error('no table');
  return state;
}

/** Timers whose flags are answered with `answer`, and when each flag was sent and committed, in ms from the start. */
function startTimers(
  answer: () => Result<CommandResult, Refusal> | Promise<never> = () => ok({ seq: 5, events: [] }),
  report: (error: unknown) => void = reportError,
) {
  const time = createVirtualTime({ from: 0 });
  const flaggedAt: number[] = [];
  const lateMs: number[] = [];
  const followed = new Set<GameId>();
  let isMoverUnreachable = false;
  let isReady: boolean | undefined;
  let cached: GameState | undefined = STATE;
  const timers = createDeadlineTimers({
    service: {
      async flag() {
        flaggedAt.push(time.now());
        return answer();
      },
      cachedState: () => cached,
      state: async () => STATE,
    },
    games: {
      follow: async (gameId) => void followed.add(gameId),
      unfollow: (gameId) => void followed.delete(gameId),
    },
    isMoverUnreachable: () => isMoverUnreachable,
    beforeFlag: () => (isReady === undefined ? undefined : Promise.resolve(isReady)),
    scheduler: time.scheduler,
    reportError: report,
    onFlagged: (ms) => lateMs.push(ms),
  });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 500) {
      time.advance(500);
      await new Promise(setImmediate);
    }
  };
  const holdUp = (isSilent: boolean) => {
    isMoverUnreachable = isSilent;
  };
  const prepare = (ready: boolean | undefined) => {
    isReady = ready;
  };
  const evict = () => {
    cached = undefined;
  };
  return { time, timers, followed, flaggedAt, lateMs, pass, holdUp, prepare, evict };
}

test('a flag is sent at the deadline of a game, not before it and not late', async () => {
  const { time, timers, flaggedAt, pass } = startTimers();
  timers.arm(GAME, 10_300);
  time.advance(10_299);
  expect(flaggedAt).toEqual([]);
  await pass(1_000);
  expect(flaggedAt).toEqual([10_300]);
});

test('no flag is sent while the node of the side to move is silent, and one is sent when its heartbeats resume', async () => {
  const { timers, flaggedAt, lateMs, pass, holdUp } = startTimers();
  timers.arm(GAME, 10_000);
  holdUp(true);
  await pass(14_000);
  expect(flaggedAt).toEqual([]);
  holdUp(false);
  await pass(1_000);
  expect({ flaggedAt, lateMs }).toEqual({ flaggedAt: [15_000], lateMs: [5_000] });
});

test('a flag that cannot be saved is retried every second, and one that is sent too early is retried at the deadline', async () => {
  const answers: Result<CommandResult, Refusal>[] = [
    err({ code: 'not-saved' }),
    err({ code: 'not-saved' }),
    err({ code: 'time-left', leftMs: 2_500 }),
    ok({ seq: 7, events: [] }),
  ];
  const { timers, flaggedAt, pass } = startTimers(() => answers.shift() ?? ok({ seq: 8, events: [] }));
  timers.arm(GAME, 10_000);
  await pass(30_000);
  expect(flaggedAt).toEqual([10_000, 11_000, 12_000, 14_500]);
});

test('no flag is sent while it is unknown whether the time is over', async () => {
  const { timers, flaggedAt, pass, prepare } = startTimers();
  timers.arm(GAME, 10_000);
  prepare(false);
  await pass(14_000);
  expect(flaggedAt).toEqual([]);
  prepare(true);
  await pass(1_000);
  expect(flaggedAt).toEqual([15_000]);
});

test('the side to move of a game that is no longer in memory is looked up before a flag', async () => {
  const { timers, flaggedAt, pass, holdUp, evict } = startTimers();
  timers.arm(GAME, 10_000);
  evict();
  holdUp(true);
  await pass(14_000);
  expect(flaggedAt).toEqual([]);
});

test('a deadline that is far ahead gets its flag in time', async () => {
  const { timers, flaggedAt, pass } = startTimers();
  timers.arm(GAME, 5 * MINUTE_MS + 300);
  timers.arm(GameId.parse('another00000'), 2 * MINUTE_MS);
  await pass(6 * MINUTE_MS);
  expect(flaggedAt).toEqual([2 * MINUTE_MS, 5 * MINUTE_MS + 300]);
  timers.close();
});

test('a game is followed while it has a timer', async () => {
  const { timers, followed, pass } = startTimers();
  timers.arm(GAME, 2 * MINUTE_MS);
  expect([...followed]).toEqual([]);
  await pass(MINUTE_MS + SECOND_MS);
  expect([...followed]).toEqual([GAME]);
  await pass(MINUTE_MS);
  expect([...followed]).toEqual([]);
  timers.close();
});

test('a flag that fails after the timers were closed is not sent again', async () => {
  const { promise: answered, reject: fail } = Promise.withResolvers<never>();
  const { timers, followed, flaggedAt, pass } = startTimers(
    () => answered,
    () => undefined,
  );
  timers.arm(GAME, 1_000);
  await pass(1_000);
  timers.close();
  fail(new Error('the database connection is closed'));
  await pass(20_000);
  expect(flaggedAt).toEqual([1_000]);
  expect(followed.size).toBe(0);
});
