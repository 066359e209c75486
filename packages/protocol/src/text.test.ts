import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { requests } from './contract.ts';
import { Int4, LongText, MAX_INT4, NonBlankText, OpaqueText, Text } from './text.ts';

/** Built once, because building a schema is slow compared with checks. */
const [text, words, lines, opaque] = [Text(40), NonBlankText(40), LongText(40), OpaqueText(40)];

test('text accepts what Postgres and a page can represent, and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (given) => {
      const storable = given.isWellFormed() && !/\p{Cc}/u.test(given);
      expect(opaque.safeParse(given).success).toBe(storable);
      const read = text.safeParse(given);
      if (storable) expect(read.success).toBe(true);
      if (read.success) expect(/[\p{Cc}\u200B\u202A-\u202E\u2066-\u2069]/u.test(read.data)).toBe(false);
    }),
  );
  for (const broken of ['\u0000', 'a\u0000b', '\ud800', 'a\udc00', 'a\u009fb']) {
    expect(text.safeParse(broken).success).toBe(false);
    expect(words.safeParse(broken).success).toBe(false);
  }
  for (const fine of ['Ünder', '🏔️', 'back\\slash', 'per%cent', '日本']) expect(words.parse(` ${fine} `)).toBe(fine);
});

test('text for people is cleaned, and text without a visible character is rejected', () => {
  expect(text.parse('\u202EAnn\u200B\u00A0Lee\n')).toBe('Ann Lee');
  expect(words.parse('It’s\r\na draw\u2066')).toBe('It’s a draw');
  for (const invisible of ['', ' ', '\u200B', '\u202E\u2069', '\u3164\u00A0\u2800']) {
    expect(words.safeParse(invisible).success).toBe(false);
  }
  expect(lines.parse('one\r\ntwo\rthree\u200B\tfour')).toBe('one\ntwo\nthree\tfour');
  expect(opaque.parse(' pass\u200Bword ')).toBe(' pass\u200Bword ');
});

test('a limit counts the characters that remain', () => {
  expect(words.safeParse('a'.repeat(40) + '\u200B'.repeat(10)).success).toBe(true);
  expect(words.safeParse('a'.repeat(41)).success).toBe(false);
});

test('a stored number fits its column', () => {
  expect(Int4.safeParse(MAX_INT4).success).toBe(true);
  for (const wrong of [MAX_INT4 + 1, 2 ** 53, -1, 1.5, Number.NaN]) expect(Int4.safeParse(wrong).success).toBe(false);
});

type Part = { readonly [key: string]: unknown };
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;

/** The parts of a JSON schema that accept unbounded text or numbers. */
function unbounded(part: unknown, where: string): string[] {
  if (!isPart(part)) return [];
  const open =
    (part.type === 'string' && part.pattern === undefined && part.enum === undefined && part.const === undefined) ||
    (part.type === 'integer' && Number(part.maximum) > MAX_INT4) ||
    (part.type === 'number' && part.enum === undefined && part.maximum === undefined);
  return [
    ...(open ? [where] : []),
    ...Object.entries(part).flatMap(([key, each]) => unbounded(each, `${where}.${key}`)),
  ];
}

test('all text and numbers in requests are bounded; only instants exceed four bytes', () => {
  const open = Object.entries(requests).flatMap(([event, { payload }]) =>
    unbounded(z.toJSONSchema(payload, { io: 'input' }), event),
  );
  expect(open.filter((where) => !/(\.createdAt|\.since|Ms)$/.test(where))).toEqual([]);
});
