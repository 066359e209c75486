import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSharedClock } from './clock.ts';

const NOON = 1_700_000_000_000;

/** Readings of a clock `apart` ms ahead, whose request takes `there` ms and whose answer takes `back` ms. */
const readings = fc.array(fc.record({ there: fc.nat(50), back: fc.nat(50), pause: fc.nat(2_000) }), { minLength: 1 });

test('two machines with different clocks agree to within the fastest round trip', () => {
  fc.assert(
    fc.property(fc.integer({ min: -60_000, max: 60_000 }), readings, (apart, taken) => {
      let at = NOON;
      const clock = createSharedClock(() => at);
      for (const { there, back, pause } of taken) {
        const askedAt = at;
        const databaseTime = askedAt + there + apart;
        at += there + back;
        clock.synchronize({ databaseTime, askedAt, answeredAt: at });
        at += pause;
      }
      const quickest = Math.min(...taken.map(({ there, back }) => there + back));
      expect(Math.abs(clock.now() - (at + apart))).toBeLessThanOrEqual(quickest + 1);
    }),
  );
});

test('a reading that the clock already agrees with does not change it', () => {
  let at = NOON;
  const clock = createSharedClock(() => at);
  for (const [there, back] of [
    [3, 1],
    [0, 9],
    [7, 2],
  ] as const) {
    const askedAt = at;
    at += there + back;
    clock.synchronize({ databaseTime: askedAt + there, askedAt, answeredAt: at });
    expect(clock.now()).toBe(at);
  }
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])(
  'a reading of %s is rejected and leaves the clock as it was',
  (databaseTime) => {
    const clock = createSharedClock(() => NOON);
    clock.synchronize({ databaseTime: NOON + 500, askedAt: NOON, answeredAt: NOON });
    expect(() => clock.synchronize({ databaseTime, askedAt: NOON, answeredAt: NOON })).toThrow(RangeError);
    expect(clock.now()).toBe(NOON + 500);
  },
);
