import { fold, openFullTable } from '@terrace/game';
import { computerPlayer, DEFAULT_SETTINGS, PlayerId, type Settings, STRENGTHS } from '@terrace/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paceOf } from './pace.ts';

const person = { id: PlayerId.parse('player-ann'), name: 'ann' };

function toMove(time: Settings['time'], leftMs: number) {
  const settings = { ...DEFAULT_SETTINGS, time };
  const seating = [
    { side: 'south', player: computerPlayer(1, 1) },
    { side: 'north', player: person },
  ] as const;
  const events = openFullTable(settings, seating);
  const state = fold(null, events.ok ? events.value.map((event, i) => ({ seq: i + 1, at: 0, event })) : []);
  if (state === null) throw new Error('a game begins with events');
  const clock = state.clock && { ...state.clock, remainingMs: { ...state.clock.remainingMs, south: leftMs } };
  return { ...state, clock };
}

/** The time of a move besides the pause and the search, on a busy machine. */
const OVERHEAD_MS = 12;

test('a computer never runs out of time, on any clock, in games longer than any real one', () => {
  const clocks = fc.record({
    kind: fc.constant('clock' as const),
    initialMs: fc.integer({ min: 10_000, max: 600_000 }),
    incrementMs: fc.constantFrom(0, 0, 100, 1_000, 5_000, 60_000),
  });
  fc.assert(
    fc.property(
      clocks,
      fc.constantFrom(...STRENGTHS),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (time, strength, chance) => {
        let left: number = time.initialMs;
        for (let move = 0; move < 300; move += 1) {
          const { replyMs, searchMs } = paceOf(toMove(time, left), strength, 0, chance);
          left -= Math.max(replyMs, searchMs) + OVERHEAD_MS;
          expect(left).toBeGreaterThan(0);
          left += time.incrementMs;
        }
      },
    ),
    { numRuns: 25 },
  );
});

test('a computer thinks about as long as a person, longer at higher strength and in longer games', () => {
  const replyMs = (time: Settings['time'], strength: (typeof STRENGTHS)[number], leftMs = 3_600_000) =>
    paceOf(toMove(time, leftMs), strength, 0, 0.5).replyMs;
  const blitz = { kind: 'clock', initialMs: 300_000, incrementMs: 3_000 } as const;
  const rapid = { kind: 'clock', initialMs: 900_000, incrementMs: 10_000 } as const;
  const days = { kind: 'days', perMoveMs: 86_400_000 } as const;
  expect(replyMs(blitz, 8)).toBeGreaterThan(replyMs(blitz, 1));
  expect(replyMs(rapid, 8)).toBeGreaterThan(replyMs(blitz, 8));
  for (const time of [null, blitz, rapid, days]) {
    for (const strength of STRENGTHS) {
      expect(replyMs(time, strength)).toBeGreaterThan(300);
      expect(replyMs(time, strength)).toBeLessThan(3_500);
    }
  }
});
