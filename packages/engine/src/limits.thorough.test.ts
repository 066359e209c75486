import { startHistory, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { createEngine } from './engine.ts';
import { searchedGame } from './searched-game.ts';
import { coreModule } from './testing/core.ts';

const engine = createEngine(coreModule);

test('a search of 60 ms finishes two depths and ends within a second', () => {
  const { timeMs, depth } = engine.search(searchedGame(startHistory(startPosition('long'))), { timeMs: 60 });
  expect(depth).toBeGreaterThan(2);
  expect(timeMs).toBeLessThan(1000);
});

test('two choices of 30 ms each end within a second', () => {
  const began = performance.now();
  for (const strength of [7, 8])
    engine.choose(searchedGame(startHistory(startPosition('four'))), strength, { seed: 1, timeMs: 30 });
  expect(performance.now() - began).toBeLessThan(1000);
});
