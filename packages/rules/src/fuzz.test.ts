import { describe, expect, test } from 'vitest';
import { bySuite } from '../../../tools/testing/suite.ts';
import type { BoardSize } from './board.ts';
import { checkPosition } from './check.ts';
import type { Size } from './pieces.ts';
import { STANDARD_RULES } from './position.ts';
import { SIDES, type Side } from './sides.ts';
import { at, placePieces } from './testing/boards.ts';
import { PARSERS } from './testing/parsers.ts';
import { seededIntegers } from './testing/random.ts';

/** The seeds are fixed, so a failure is reproducible; the thorough suite continues the same sequence. */
const INPUTS = bySuite(60_000, 1_000_000);
const MAX_INPUT_BYTES = 24; // bytes of a random input; parser-times.thorough.test.ts has longer ones

/** Bytes 0 to 255, each as one character, unlike text from a socket. */
const characters = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));

function bytes(next: () => number): string {
  let text = '';
  for (let left = next() % MAX_INPUT_BYTES; left > 0; left--) text += characters[next() & 255];
  return text;
}

function damaged(text: string, next: () => number): string {
  const at = next() % (text.length + 1);
  const damage = next() % 4 === 0 ? text.slice(next() % text.length).slice(0, 9) : (characters[next() & 127] ?? '');
  return text.slice(0, at) + damage + text.slice(at + (next() % 3));
}

describe.each(PARSERS)('%s', (_name, parse, right) => {
  test('a parser returns a value or a coded refusal for random input, and never throws', () => {
    const next = seededIntegers(25);
    let refused = 0;
    let read = 0;
    for (let i = 0; i < INPUTS; i++) {
      // Valid texts are long and slow to parse, so only one input in a hundred is a damaged one; the rest are bytes.
      const text = i % 100 === 0 ? damaged(right[next() % right.length] ?? '', next) : bytes(next);
      const result = parse(text);
      if (result.ok) read++;
      else if (typeof result.error.code === 'string') refused++;
    }
    expect(refused + read).toBe(INPUTS);
    expect(read).toBeGreaterThan(0);
  }, 120_000);

  test('a parser accepts formatted values', () => {
    for (const text of right) expect(parse(text)).toMatchObject({ ok: true });
  });
});

test('checking a random setup returns a position or a coded refusal, and never throws', () => {
  const next = seededIntegers(3);
  const pick = <T>(...values: readonly [T, ...T[]]): T => values[next() % values.length] ?? values[0];
  const sides = (): Side[] => Array.from({ length: next() % 6 }, () => pick(...SIDES));
  let positions = 0;
  for (let i = 0; i < INPUTS; i++) {
    const size = pick<BoardSize>(8, 8, 6);
    const pieces = new Map(next() % 2 ? placePieces({ b1: 'south T', b6: 'north T' }, size) : []);
    for (let more = next() % 4; more > 0; more--) {
      const piece = { side: pick(...SIDES), size: pick<Size>(1, 2, 3, 4), t: next() % 3 === 0 };
      pieces.set(at(pick('a1', 'b2', 'f5', 'd4', 'f6'), size), piece);
    }
    const result = checkPosition({
      size,
      rules: STANDARD_RULES,
      seats: pick(['south', 'north'], ['south', 'north', 'east'], sides()),
      turn: pick('south', 'north', 'west'),
      out: next() % 4 === 0 ? sides() : [],
      pieces,
      quiet: pick(0, 5, 1e9, -1),
      ply: pick(1, 2, 0, Number.NaN),
    });
    if (result.ok) positions++;
  }
  expect(positions).toBeGreaterThan(0);
}, 120_000);
