import { expect, test } from 'vitest';
import { oddCharacter, plainNotation } from './plain-notation.ts';

test('apostrophes, dashes, blanks and full-width forms are read as what they mean', () => {
  for (const apostrophe of ["'", '’', '‘', '´', '`', '′', 'ʼ', '＇']) {
    for (const dash of ['-', '–', '—', '‑', '−', '‐', '－', '\u00AD-']) {
      expect(plainNotation(`d${apostrophe}${dash}b8${dash}b7`)).toBe("d'-b8-b7");
    }
  }
  expect(plainNotation('\u200B１．\u00A0ｄ－ａ２－ｂ３：Ｃ＃４ “x”…')).toBe('1. d-a2-b3:C#4 "x"...');
});

test('the first character without a meaning is named with its code point and place', () => {
  expect(oddCharacter('d–a2-b3')).toBeUndefined();
  expect(oddCharacter('d’-а2-b3')).toEqual({ character: 'а', codePoint: 'U+0430', column: 4 });
  expect(oddCharacter('😀')).toEqual({ character: '😀', codePoint: 'U+1F600', column: 1 });
});
