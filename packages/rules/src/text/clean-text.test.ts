import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanLine, cleanLines } from './clean-text.ts';

test('text of invisible characters only is empty', () => {
  for (const invisible of [
    '\u200B',
    '\u200D',
    '\u2060',
    '\uFEFF',
    '\u00AD',
    '\u3164',
    '\u202E',
    '\u2800',
    '\u{E0041}',
  ]) {
    expect(cleanLine(` ${invisible}\u00A0${invisible}`)).toBe('');
  }
});

test('overrides, embeddings, isolates and marks of direction are removed', () => {
  expect(cleanLine('not\u202E evil\u202C and \u2066live\u2069\u200F \u061Cend')).toBe('not evil and live end');
});

test('letters are composed, and blanks of any width become plain', () => {
  expect(cleanLine('cafe\u0301\u00A0!\u3000')).toBe('café !');
  expect(cleanLine('a\u034F\u0301')).toBe('á');
});

// cspell:ignore рука خواهم שלום مرحبا
test('emoji, flags and words that need a joiner stay as they are', () => {
  for (const text of ['рука 👩🏽‍🚀 ok', '🏳️‍🌈🏴󠁧󠁢󠁷󠁬󠁳󠁿❤️', '1️⃣', 'می‌خواهم', 'क्‍ष', 'שלום', 'مرحبا']) {
    expect(cleanLine(text)).toBe(text);
  }
  expect(cleanLine('a\u200Db 👩\u200D\u200D b\uFE0F 🏴\u{E0067}x')).toBe('ab 👩 b 🏴x');
});

test('lines end with a line feed on every system; one line has none', () => {
  expect(cleanLines('one\rtwo\r\nthree\u2028four\n')).toBe('one\ntwo\nthree\nfour\n');
  expect(cleanLine('one\r\n\ttwo\n')).toBe('one  two');
});

test('cleaning clean text changes nothing', () => {
  const odd = [
    '\u200D',
    '\u200C',
    '\uFE0F',
    '\u202E',
    '\u0301',
    '👩',
    'a',
    '\u2800',
    '\r',
    '\n',
    'क',
    '्',
    '\u1160',
    ' ',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...odd), { maxLength: 20 }), fc.string({ unit: 'binary' }), (units, more) => {
      for (const given of [units.join(''), more]) {
        expect(cleanLine(cleanLine(given))).toBe(cleanLine(given));
        expect(cleanLines(cleanLines(given))).toBe(cleanLines(given));
      }
    }),
    { numRuns: 300 },
  );
});

test('a joiner that NFC moves behind an accent is removed, however many there are', () => {
  expect(cleanLine('\u0301्\u200Dक')).toBe('्\u0301क');
  const many = 'क\u0301्\u200D'.repeat(10);
  expect(cleanLine(cleanLine(many))).toBe(cleanLine(many));
});

test('text of many invisible characters is cleaned in linear time', () => {
  for (const unit of ['a\u200B', '\u200D', 'क\u200D', '👩\u200D', ' \u2800', ' ']) {
    expect(cleanLine(`${unit.repeat(20_000)}x`).endsWith('x')).toBe(true);
  }
});
