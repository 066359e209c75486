import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rightsIn, rightsText, situations } from './testing/rights.ts';

/** A change of a line is a decision about the game: run Vitest with `--update` and read the difference. */
test('every command of every sender in every state has its recorded outcome', async () => {
  const text = rightsText(situations().flatMap(rightsIn));
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, '../golden/rights.txt'));
});
