import { describe, expect, test } from 'vitest';
import { PARSERS } from './testing/parsers.ts';

describe.each(PARSERS)('%s', (_name, parse, right) => {
  test('a parser reads 300,000 characters in linear time', () => {
    const units = [
      ' ',
      '\n',
      '\t',
      '{',
      '}',
      '\\',
      '[',
      '"',
      '[A "',
      '1.',
      '1. ',
      '8/',
      "t'",
      "d'-",
      '| ',
      '1 |',
      '8 ',
      '8 . ',
      '{\\}',
      '{} ',
      '#',
      '0',
      '*',
      'a2-b3 ',
      '1\n',
      '/',
      '\u00e9',
    ];
    for (const unit of [...units, ...right.slice(0, 2)]) {
      const began = Date.now();
      parse(unit.repeat(Math.ceil(300_000 / unit.length)));
      parse(`${right[0] ?? ''}${unit.repeat(Math.ceil(300_000 / unit.length))}`);
      // Linear: some milliseconds. Quadratic: 10^11 steps, minutes.
      expect(Date.now() - began, JSON.stringify(unit.slice(0, 20))).toBeLessThan(3_000);
    }
  }, 120_000);
});
