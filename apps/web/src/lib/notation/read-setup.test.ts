import { formatDiagram, formatPosition, formatSetup, STANDARD_RULES, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { readSetup } from './read-setup.ts';

const start = startPosition('long');

test('position text and both diagram styles are recognised and read', () => {
  const read = (text: string) => {
    const result = readSetup(text, STANDARD_RULES);
    return result.ok ? [result.value.kind, formatSetup(result.value.setup)] : result.error.why.code;
  };
  const text = formatPosition(start);
  expect(read(`  ${text}\n`)).toEqual(['position', text]);
  expect(read(formatDiagram(start, 'plain'))).toEqual(['diagram', text]);
  expect(read(formatDiagram(start, 'walled'))).toEqual(['diagram', text]);
  expect(read('hello')).toBe('five-fields');
  expect(read('hello\nthere')).toBe('no-board');
});
