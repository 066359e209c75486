import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { architectureFile, drawArchitecture } from './architecture.ts';

test('docs/architecture.md shows the imports there are; pnpm architecture draws it anew', async () => {
  expect(await readFile(architectureFile, 'utf8')).toBe(await drawArchitecture());
}, 180_000);
