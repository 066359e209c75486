import { PlayerId, type Seek, seekKey } from '@terrace/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fit, pair, rangeAfter, type Seeker, seatsOf } from './pairing.ts';

const NOON = 1_700_000_000_000;
const clock = { kind: 'clock', initialMs: 300_000, incrementMs: 3_000 } as const;
const idOf = (n: number) => PlayerId.parse(`seeker-${String(n).padStart(3, '0')}`);

const seekers = fc
  .array(
    fc.record({
      setup: fc.constantFrom('long', 'three', 'four'),
      rated: fc.boolean(),
      waited: fc.integer({ min: 0, max: 120_000 }),
      rating: fc.option(fc.integer({ min: 800, max: 2400 })),
      blocked: fc.array(fc.integer({ min: 0, max: 11 }), { maxLength: 3 }),
    }),
    { maxLength: 12 },
  )
  .map((people) =>
    people.map(
      ({ setup, rated, waited, rating, blocked }, n): Seeker => ({
        player: { id: idOf(n), name: `Seeker ${n}` },
        seek: { setup, rated, time: clock } as Seek,
        since: NOON - waited,
        rating,
        blocked: new Set(blocked.filter((other) => other !== n).map(idOf)),
      }),
    ),
  );

const allFit = (group: readonly Seeker[]) =>
  group.every((one, i) => group.slice(i + 1).every((other) => fit(one, other, NOON)));

/** All ways to choose so many of some. */
function* choices<T>(items: readonly T[], count: number): Generator<T[]> {
  if (count === 0) yield [];
  else
    for (const [i, first] of items.entries())
      for (const rest of choices(items.slice(i + 1), count - 1)) yield [first, ...rest];
}

test('nobody is paired twice, and all of a game seek the same, fit each other and fill it', () => {
  fc.assert(
    fc.property(seekers, (people) => {
      const groups = pair(people, NOON);
      const paired = groups.flat().map(({ player }) => player.id);
      expect(new Set(paired).size).toBe(paired.length);
      for (const group of groups) {
        expect(new Set(group.map(({ seek }) => seekKey(seek))).size).toBe(1);
        expect(group).toHaveLength(group[0] === undefined ? 0 : seatsOf(group[0].seek));
        expect(allFit(group)).toBe(true);
      }
    }),
  );
});

test('of those who are left, no full game could be made', () => {
  fc.assert(
    fc.property(seekers, (people) => {
      const paired = new Set(pair(people, NOON).flat());
      const left = Map.groupBy(
        people.filter((one) => !paired.has(one)),
        ({ seek }) => seekKey(seek),
      );
      for (const crowd of left.values()) {
        const seats = crowd[0] === undefined ? 2 : seatsOf(crowd[0].seek);
        for (const group of choices(crowd, seats)) expect(allFit(group)).toBe(false);
      }
    }),
  );
});

test('the blocked are never paired, whichever of the two has blocked the other', () => {
  fc.assert(
    fc.property(seekers, (people) => {
      for (const group of pair(people, NOON)) {
        for (const { blocked } of group) expect(group.some(({ player }) => blocked.has(player.id))).toBe(false);
      }
    }),
  );
});

test('who fits once, fits as long as both wait: ranges only widen', () => {
  fc.assert(
    fc.property(seekers, fc.nat(600_000), fc.nat(600_000), (people, early, more) => {
      expect(rangeAfter(early + more)).toBeGreaterThanOrEqual(rangeAfter(early));
      const [one, other] = people;
      if (one === undefined || other === undefined) return;
      if (fit(one, other, NOON + early)) expect(fit(one, other, NOON + early + more)).toBe(true);
    }),
  );
});

test('of two who would do, the longest waiting gets the nearer one', () => {
  const seeker = (n: number, rating: number, waited: number): Seeker => ({
    player: { id: idOf(n), name: `Seeker ${n}` },
    seek: { setup: 'long', time: clock, rated: true },
    since: NOON - waited,
    rating,
    blocked: new Set(),
  });
  const groups = pair([seeker(1, 1500, 1000), seeker(2, 1600, 5000), seeker(3, 1640, 500)], NOON);
  expect(groups.map((group) => group.map(({ player }) => player.name))).toEqual([['Seeker 2', 'Seeker 3']]);
});
