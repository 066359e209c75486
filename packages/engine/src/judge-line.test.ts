import { removeSide, startHistory, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { expectation } from './chance.ts';
import { createEngine } from './engine.ts';
import { judgeLine } from './judge-line.ts';
import { searchedGame } from './searched-game.ts';
import { coreModule } from './testing/core.ts';

const engine = createEngine(coreModule);

test('a symmetric start has the same worth for all sides, except for the tempo', () => {
  const worth = engine.worth(searchedGame(startHistory(startPosition('four'))));
  expect([...worth.keys()]).toEqual(['south', 'west', 'north', 'east']);
  const others = [...worth].filter(([side]) => side !== 'south').map(([, each]) => each);
  expect(Math.max(...others) - Math.min(...others)).toBeLessThan(100);
});

test.each(['three', 'four', 'long'] as const)(
  'lines of %s give every side a chance, and the chances add up to one',
  (setup) => {
    const game = searchedGame(startHistory(startPosition(setup)));
    const [line] = engine.search(game, { nodes: 5_000 }).lines;
    const { chances } = judgeLine(engine, game, line ?? { score: 0, moves: [] });
    expect(chances.size).toBe(startPosition(setup).seats.length);
    expect([...chances.values()].reduce((sum, each) => sum + each)).toBeCloseTo(1);
  },
);

test('with two of four sides left, the score decides', () => {
  const two = removeSide(removeSide(startPosition('four'), 'west'), 'east');
  const game = searchedGame(startHistory(two));
  const { chances } = judgeLine(engine, game, { score: 300, moves: [] });
  expect([...chances.keys()]).toEqual(['south', 'north']);
  expect(chances.get('south')).toBe(expectation(300));
});

test('a side keeps its chances although all others together could capture its T', () => {
  const position = startPosition('four');
  const game = searchedGame(startHistory(position));
  for (const depth of [3, 4, 5]) {
    const [line] = engine.search(game, { depth }).lines;
    const { chances } = judgeLine(engine, game, line ?? { score: 0, moves: [] });
    expect(Math.min(...chances.values())).toBeGreaterThan(0);
  }
});
