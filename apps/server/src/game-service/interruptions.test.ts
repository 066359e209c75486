import { decide, fold, type GameState, openTable, type ServerCommand } from '@terrace/game';
import { type Command, DEFAULT_SETTINGS, type GameEvent, type LoggedEvent, type Player } from '@terrace/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { player } from '../testing/games.ts';
import { createInterruptions, HEARTBEAT_EVERY_MS, TICK_EVERY_MS } from './interruptions.ts';

const STEP_MS = 10;
/** Timeouts of Postgres statements, and of a client before it resends a rejected command. */
const STATEMENT_TIMEOUT_MS = 3_000;
const RESEND_MS = 100;
const INITIAL_MS = 300_000;

/** The process stalls, or the store does not answer, for `ms` from `at`. */
type Fault = { readonly kind: 'stall' | 'store'; readonly at: number; readonly ms: number };

const [ann, ben] = [player('ann'), player('ben')];

function begun() {
  const settings = { ...DEFAULT_SETTINGS, time: { kind: 'clock', initialMs: INITIAL_MS, incrementMs: 0 } as const };
  const opened = openTable(settings, ann, 'south', [], 0);
  if (!opened.ok) throw new Error('no table');
  let state: GameState | null = null;
  const append = (events: readonly GameEvent[], at: number): void => {
    const seq = state?.seq ?? 0;
    state = fold(
      state,
      events.map((event, i): LoggedEvent => ({ seq: seq + 1 + i, at, event })),
    );
  };
  append(opened.value, 0);
  return {
    ask(by: Player | null, command: Command | ServerCommand, arrivedAt: number, now: number): void {
      if (state === null) throw new Error('no game');
      const done = decide(state, command, { by, arrivedAt, now, lagMs: 0, absentSides: [], nextId: () => null });
      if (!done.ok) throw new Error(`${command.type} was refused: ${done.error.code}`);
      append(done.value, now);
    },
    get charged(): number {
      return INITIAL_MS - (state?.clock?.remainingMs.south ?? Number.NaN);
    },
  };
}

/** Plays the first turn with these faults and a move sent at `movesAt`. @returns the ms charged to South */
function chargedFor(faults: readonly Fault[], movesAt: number): number {
  let t = -2 * HEARTBEAT_EVERY_MS;
  const interruptions = createInterruptions({ now: () => t, machineNow: () => t });
  const hangs = (kind: Fault['kind']) =>
    faults.some((each) => each.kind === kind && t >= each.at && t < each.at + each.ms);
  const game = begun();
  game.ask(ben, { type: 'sit', side: null }, 0, 0);
  let [tickAt, beatAt, moveAt] = [t, t, movesAt];
  let beatSentAt: number | undefined;
  let moveSentAt: number | undefined;
  for (; ; t += STEP_MS) {
    if (hangs('stall')) continue;
    if (t >= tickAt) {
      interruptions.tick();
      tickAt = t + TICK_EVERY_MS;
    }
    if (beatSentAt === undefined && t >= beatAt) beatSentAt = t;
    else if (beatSentAt !== undefined && !hangs('store')) {
      interruptions.storeSaved();
      [beatSentAt, beatAt] = [undefined, t + HEARTBEAT_EVERY_MS];
    } else if (beatSentAt !== undefined && t - beatSentAt >= STATEMENT_TIMEOUT_MS) {
      interruptions.storeFailed(t);
      [beatSentAt, beatAt] = [undefined, t + TICK_EVERY_MS];
    }
    if (moveSentAt === undefined && t >= moveAt) {
      if (interruptions.isUnavailable) moveAt = t + RESEND_MS;
      else moveSentAt = t;
    }
    if (moveSentAt !== undefined && t - moveSentAt >= STATEMENT_TIMEOUT_MS) {
      interruptions.storeFailed(moveSentAt);
      [moveSentAt, moveAt] = [undefined, t + RESEND_MS];
    }
    if (moveSentAt !== undefined && !hangs('store')) {
      for (const { since, until } of interruptions.before(moveSentAt)) {
        game.ask(null, { type: 'interrupt', since, until }, moveSentAt, t);
      }
      game.ask(ann, { type: 'move', ply: 1, from: 'd2', to: 'd3' }, moveSentAt, t);
      return game.charged;
    }
  }
}

const healthyMs = (faults: readonly Fault[], end: number): number =>
  end - faults.reduce((sum, { at, ms }) => sum + Math.max(0, Math.min(end, at + ms) - Math.min(end, at)), 0);

const anyFaults: fc.Arbitrary<readonly Fault[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('stall' as const, 'store' as const),
      afterMs: fc.integer({ min: 1_500, max: 8_000 }),
      ms: fc.integer({ min: 3_600, max: 12_000 }),
    }),
    { maxLength: 4 },
  )
  .map((drawn) => {
    let end = 0;
    return drawn.map(({ kind, afterMs, ms }) => {
      const at = end + afterMs;
      end = at + ms;
      return { kind, at, ms };
    });
  });

describe('no player is charged for interruptions of the server (R15)', () => {
  test('during consecutive faults a player is charged for almost all of the healthy time and nothing else', () => {
    fc.assert(
      fc.property(anyFaults, fc.integer({ min: 0, max: 40_000 }), (faults, movesAt) => {
        const charged = chargedFor(faults, movesAt);
        const healthy = healthyMs(faults, movesAt);
        expect(charged).toBeLessThanOrEqual(healthy + TICK_EVERY_MS + RESEND_MS);
        expect(charged).toBeGreaterThanOrEqual(healthy - faults.length * (HEARTBEAT_EVERY_MS + TICK_EVERY_MS));
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ['a stall of six seconds', 'stall', 6_000],
    ['an outage of ten seconds without commands', 'store', 10_000],
  ] as const)('%s is not charged to a player who thinks for twenty seconds', (_, kind, ms) => {
    const charged = chargedFor([{ kind, at: 5_000, ms }], 20_000);
    expect(charged).toBeLessThanOrEqual(20_000 - ms + TICK_EVERY_MS);
  });

  test('without faults all thinking time is charged', () => {
    expect(chargedFor([], 20_000)).toBe(20_000);
  });

  test('a server that was down refunds its downtime and the time clients need to reconnect', () => {
    const interruptions = createInterruptions({ now: () => 100_000, machineNow: () => 5 });
    expect(interruptions.addDowntime({ sinceMs: 1_000, untilMs: 0 })).toBeUndefined();
    expect(interruptions.addDowntime({ sinceMs: 62_000, untilMs: 40_000 })).toEqual({ since: 38_000, until: 62_000 });
    expect(interruptions.addDowntime({ sinceMs: 12_000, untilMs: 0 })).toEqual({ since: 88_000, until: 102_000 });
    const earlier = { since: 38_000, until: 62_000 };
    expect(interruptions.before(101_000)).toEqual([earlier, { since: 88_000, until: 101_000 }]);
    expect(interruptions.before(88_000)).toEqual([earlier]);
    expect(interruptions.before(38_000)).toEqual([]);
  });
});
