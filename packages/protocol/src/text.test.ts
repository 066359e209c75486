import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { requests } from './contract.ts';
import { Int4, MAX_INT4, NonBlankText, Text } from './text.ts';

/** Built once, because building a schema is slow compared with checks. */
const [text, words] = [Text(40), NonBlankText(40)];

test('text accepts what Postgres and a page can represent, and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (given) => {
      const storable = given.isWellFormed() && !/\p{Cc}/u.test(given);
      expect(text.safeParse(given).success).toBe(storable);
    }),
  );
  for (const broken of ['\u0000', 'a\u0000b', '\ud800', 'a\udc00', 'a\u009fb']) {
    expect(text.safeParse(broken).success).toBe(false);
    expect(words.safeParse(broken).success).toBe(false);
  }
  for (const fine of ['Ünder', '🏔️', 'back\\slash', 'per%cent', '日本']) expect(words.parse(` ${fine} `)).toBe(fine);
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
