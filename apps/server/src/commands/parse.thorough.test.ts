import { expect, test } from 'vitest';
import { parseCommand } from './parse.ts';

test('a text of a million characters is parsed within a second', () => {
  const started = performance.now();
  for (const unit of [' ', '\t', 'a ', '-', '#', "'", '\u{1F600}']) parseCommand(unit.repeat(1_000_000));
  for (const unit of [' ', 'a ', '-', '#']) parseCommand(`queue Ab12 ${unit.repeat(400 / unit.length)}`);
  expect(performance.now() - started).toBeLessThan(1000);
});
