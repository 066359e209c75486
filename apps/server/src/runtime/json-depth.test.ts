import { expect, test } from 'vitest';
import { isNestedTooDeeply } from './json-depth.ts';

const nested = (levels: number, inner = ''): string => '['.repeat(levels) + inner + ']'.repeat(levels);

test('only nesting counts, not brackets side by side or in a string', () => {
  expect(isNestedTooDeeply(nested(32, '{}'))).toBe(true);
  expect(isNestedTooDeeply(nested(32))).toBe(false);
  expect(isNestedTooDeeply('{"a":'.repeat(33))).toBe(true);
  expect(isNestedTooDeeply(`[${Array(1_000).fill('[]').join()}]`)).toBe(false);
  expect(isNestedTooDeeply(JSON.stringify({ text: '[{"'.repeat(1_000) }))).toBe(false);
  expect(isNestedTooDeeply(JSON.stringify({ text: '\\"', more: nested(40) }))).toBe(false);
  expect(isNestedTooDeeply(`["\\\\",${nested(32)}]`)).toBe(true);
});
