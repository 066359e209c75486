import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LEFT_OUT, LEFT_OUT_TESTS } from '../apps/web/e2e/firefox/left-out.ts';
import { root } from './run.ts';

test('each file of tests that does not run in Firefox exists, and has one reason', () => {
  const files = Object.values(LEFT_OUT).flat();
  expect(files.filter((file) => !existsSync(join(root, 'apps/web/e2e', file)))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});

test('each single test that does not run in Firefox exists', () => {
  const missing = Object.values(LEFT_OUT_TESTS).flatMap((files) =>
    Object.entries(files).flatMap(([file, titles]) => {
      const code = readFileSync(join(root, 'apps/web/e2e', file), 'utf8');
      return titles.filter((title) => !code.includes(`'${title}'`));
    }),
  );
  expect(missing).toEqual([]);
});
