import { fold, openTable } from '@terrace/game';
import { DEFAULT_SETTINGS, GameId, PlayerId, type RatingMark } from '@terrace/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { summarize, toGameRow } from '../game-service/summary.ts';
import { bestFirst, createRanking, type RankedGame } from './ranking.ts';

const idOf = (n: number) => GameId.parse(`game${String(n).padStart(8, '0')}`);
const ann = { id: PlayerId.parse('player-ann'), name: 'ann' };

function rankedGame(n: number, createdAt: number, watching: number, rating: number | null, idle = false): RankedGame {
  const events = openTable(DEFAULT_SETTINGS, ann, 'south', [], createdAt);
  const state = fold(null, events.ok ? events.value.map((event, i) => ({ seq: i + 1, at: createdAt, event })) : []);
  if (state === null) throw new Error('a table opens with events');
  const mark: RatingMark = { value: rating ?? 0, provisional: false };
  const row = toGameRow(summarize(idOf(n), state));
  return { id: idOf(n), row, watching, idle, ratings: new Map(rating === null ? [] : [[ann.id, mark]]) };
}

const contests = fc.record({
  n: fc.integer({ min: 0, max: 15 }),
  createdAt: fc.integer({ min: 0, max: 3 }),
  watching: fc.integer({ min: 0, max: 3 }),
  rating: fc.option(fc.constantFrom(1200, 1500)),
  idle: fc.boolean(),
  gone: fc.boolean(),
});

test('the best games equal those of a plain sort after any insertions, updates and removals', () => {
  fc.assert(
    fc.property(fc.array(contests, { maxLength: 60 }), fc.nat(20), (steps, most) => {
      const kept = new Map<GameId, RankedGame>();
      const games = createRanking();
      for (const { n, createdAt, watching, rating, idle, gone } of steps) {
        const one = rankedGame(n, createdAt, watching, rating, idle);
        if (gone) {
          expect(games.remove(one.id)).toBe(kept.delete(one.id));
        } else {
          kept.set(one.id, one);
          games.put(one);
        }
      }
      const sorted = [...kept.values()].sort(bestFirst);
      expect(games.best(most)).toEqual(sorted.slice(0, most));
      const crowded = (game: RankedGame) => game.watching > 1;
      expect(games.best(most, crowded)).toEqual(sorted.filter(crowded).slice(0, most));
      expect(games.count()).toBe(kept.size);
    }),
    { numRuns: 50 },
  );
});

test('ratings come before spectators, spectators before age, and idle games last', () => {
  const [rated, watched, newest, oldest, idle] = [
    rankedGame(1, 1, 0, 1500),
    rankedGame(2, 1, 5, null),
    rankedGame(3, 9, 0, null),
    rankedGame(4, 2, 0, null),
    rankedGame(5, 9, 9, 1600, true),
  ];
  expect([idle, oldest, newest, watched, rated].sort(bestFirst)).toEqual([rated, watched, newest, oldest, idle]);
});
