import { PlayerId, type Seek, seekKey } from '@terrace/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { candidateFor, canPair, pair, rangeAfter, type Seeker, seatsOf, soughtGames } from './pairing.ts';

const NOON = 1_700_000_000_000;
const clock = { kind: 'clock', initialMs: 300_000, incrementMs: 3_000 } as const;
const idOf = (n: number) => PlayerId.parse(`seeker-${String(n).padStart(3, '0')}`);

const seekers = fc
  .array(
    fc.record({
      setup: fc.constantFrom('long', 'three', 'four'),
      or: fc.option(fc.uniqueArray(fc.constantFrom('long', 'short', 'three'), { minLength: 1 })),
      rated: fc.boolean(),
      waited: fc.integer({ min: 0, max: 120_000 }),
      rating: fc.option(fc.integer({ min: 800, max: 2400 })),
      blocked: fc.array(fc.integer({ min: 0, max: 11 }), { maxLength: 3 }),
    }),
    { maxLength: 12 },
  )
  .map((people) =>
    people.map(
      ({ setup, or, rated, waited, rating, blocked }, n): Seeker => ({
        player: { id: idOf(n), name: `Seeker ${n}` },
        games: soughtGames(
          { setup, rated, time: clock, ...(or !== null && { or: { setups: or, times: [clock] } }) } as Seek,
          () => rating,
        ),
        since: NOON - waited,
        blocked: new Set(blocked.filter((other) => other !== n).map(idOf)),
      }),
    ),
  );

const allFit = (group: readonly Seeker[], key: string) =>
  group.every((one, i) =>
    group.slice(i + 1).every((other) => canPair(candidateFor(one, key), candidateFor(other, key), NOON)),
  );

function* choices<T>(items: readonly T[], count: number): Generator<T[]> {
  if (count === 0) yield [];
  else
    for (const [i, first] of items.entries())
      for (const rest of choices(items.slice(i + 1), count - 1)) yield [first, ...rest];
}

test('each player is paired at most once, and each group has the same seek, is compatible and fills its game', () => {
  fc.assert(
    fc.property(seekers, (people) => {
      const groups = pair(people, NOON);
      const paired = groups.flatMap(({ seekers }) => seekers.map(({ player }) => player.id));
      expect(new Set(paired).size).toBe(paired.length);
      for (const { game, seekers: group } of groups) {
        const key = seekKey(game);
        expect(group.every(({ games }) => games.has(key))).toBe(true);
        expect(group).toHaveLength(seatsOf(game));
        expect(allFit(group, key)).toBe(true);
      }
    }),
  );
});

test('the remaining players cannot form a full game', () => {
  fc.assert(
    fc.property(seekers, (people) => {
      const paired = new Set(pair(people, NOON).flatMap(({ seekers: group }) => group));
      const left = people.filter((one) => !paired.has(one));
      const games = new Map(left.flatMap((one) => [...one.games]));
      for (const [key, { game }] of games) {
        const crowd = left.filter((one) => one.games.has(key));
        for (const group of choices(crowd, seatsOf(game))) expect(allFit(group, key)).toBe(false);
      }
    }),
  );
});

test('players are never paired if either has blocked the other', () => {
  fc.assert(
    fc.property(seekers, (people) => {
      for (const { seekers: group } of pair(people, NOON)) {
        for (const { blocked } of group) expect(group.some(({ player }) => blocked.has(player.id))).toBe(false);
      }
    }),
  );
});

test('compatible players stay compatible while both wait, because ranges only widen', () => {
  fc.assert(
    fc.property(seekers, fc.nat(600_000), fc.nat(600_000), (people, early, more) => {
      expect(rangeAfter(early + more)).toBeGreaterThanOrEqual(rangeAfter(early));
      const [one, other] = people.map((each) => candidateFor(each, [...each.games.keys()][0] ?? ''));
      if (one === undefined || other === undefined) return;
      if (canPair(one, other, NOON + early)) expect(canPair(one, other, NOON + early + more)).toBe(true);
    }),
  );
});

test('the longest-waiting seeker gets the partner with the nearest rating', () => {
  const seeker = (n: number, rating: number, waited: number): Seeker => ({
    player: { id: idOf(n), name: `Seeker ${n}` },
    games: soughtGames({ setup: 'long', time: clock, rated: true }, () => rating),
    since: NOON - waited,
    blocked: new Set(),
  });
  const groups = pair([seeker(1, 1500, 1000), seeker(2, 1600, 5000), seeker(3, 1640, 500)], NOON);
  expect(groups.map(({ seekers: group }) => group.map(({ player }) => player.name))).toEqual([
    ['Seeker 2', 'Seeker 3'],
  ]);
});

test('a seeker of several games gets the first choice if a partner waits for it', () => {
  const seeker = (n: number, waited: number, setup: Seek['setup'], or: Seek['setup'][] = []): Seeker => ({
    player: { id: idOf(n), name: `Seeker ${n}` },
    games: soughtGames(
      { setup, time: clock, rated: false, ...(or.length > 0 && { or: { setups: or, times: [clock] } }) },
      () => null,
    ),
    since: NOON - waited,
    blocked: new Set(),
  });
  const wide = seeker(1, 9000, 'long', ['short', 'medium']);
  const played = (others: Seeker[]) =>
    pair([wide, ...others], NOON).map(({ game, seekers: group }) => [
      game.setup,
      ...group.map(({ player }) => player.name),
    ]);
  expect(played([seeker(2, 5000, 'short'), seeker(3, 100, 'long')])).toEqual([['long', 'Seeker 1', 'Seeker 3']]);
  expect(played([seeker(2, 5000, 'short'), seeker(3, 100, 'master')])).toEqual([['short', 'Seeker 1', 'Seeker 2']]);
  expect(played([seeker(2, 5000, 'master')])).toEqual([]);
});
