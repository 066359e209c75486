import { describe, expect, test } from 'vitest';
import type { BoardSize } from './board.ts';
import { checkPosition } from './check.ts';
import { formatDiagram, parseDiagram } from './diagram.ts';
import { historyOutcome, momentsOf } from './history.ts';
import { legalMoves } from './legal.ts';
import { SETUP_NAMES, startPosition } from './named-setups.ts';
import { formatMove, NOTATIONS, parseMove } from './notation.ts';
import type { Size } from './pieces.ts';
import { STANDARD_RULES } from './position.ts';
import { formatPosition, parsePosition } from './position-text.ts';
import { type GameRecord, type RecordEvent, resultOf } from './record.ts';
import { parseRecord } from './record-read.ts';
import { formatRecord } from './record-write.ts';
import type { Result } from './result.ts';
import { SIDES, type Side } from './sides.ts';
import { at, standingOf } from './testing/boards.ts';
import { playChoices, randomNumbers, someStart } from './testing/games.ts';

/** Inputs a parser. */
const INPUTS = 1_000_000;
const MAX_INPUT_BYTES = 24; // bytes of a random input; what is wrong with longer ones the linear test shows

type Parser = (text: string) => Result<unknown, { readonly code: string }>;

const position = startPosition('four');
const short = startPosition('short');

/** A game of a few moves, written out. */
function record(seed: number): string {
  const next = randomNumbers(seed);
  const history = playChoices(someStart(seed), Array.from({ length: 4 }, next));
  const moments = momentsOf(history);
  const events = moments.flatMap(({ move, left }): RecordEvent[] => {
    if (left) return [{ kind: 'left', side: left, comments: [] }];
    return move ? [{ kind: 'move', move, clock: 61, comments: ['why}'] }] : [];
  });
  const start = moments[0]?.position ?? history.position;
  const whole: GameRecord = {
    headers: { Event: 'x' },
    setup: 'custom',
    start,
    comments: [],
    events,
    result: 'unfinished',
  };
  return formatRecord({ ...whole, result: resultOf(history) ?? (historyOutcome(history) ? 'draw' : 'unfinished') });
}

const parsers: readonly (readonly [name: string, parse: Parser, right: readonly string[]])[] = [
  [
    'a move',
    (text) => parseMove(short, text),
    NOTATIONS.flatMap((notation) => legalMoves(short).map((move) => formatMove(short, move, notation))),
  ],
  [
    'a move of four',
    (text) => parseMove(position, text),
    legalMoves(position).map((move) => formatMove(position, move)),
  ],
  ['position text', parsePosition, SETUP_NAMES.map((name) => formatPosition(startPosition(name)))],
  ['a plain diagram', parseDiagram, SETUP_NAMES.map((name) => formatDiagram(startPosition(name), 'plain'))],
  ['a walled diagram', parseDiagram, SETUP_NAMES.map((name) => formatDiagram(startPosition(name), 'walled'))],
  ['a record', parseRecord, Array.from({ length: 12 }, (_, seed) => record(seed))],
];

/** Bytes 0 to 255, made to texts the way a socket would not: every one a character. */
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

describe.each(parsers)('%s', (_name, parse, right) => {
  test('a million random inputs are values or coded refusals, never a throw', () => {
    const next = randomNumbers(25);
    let refused = 0;
    let read = 0;
    for (let i = 0; i < INPUTS; i++) {
      // Right texts are long and cost more to read, so only one in a hundred is damaged; the rest are bytes.
      const text = i % 100 === 0 ? damaged(right[next() % right.length] ?? '', next) : bytes(next);
      const result = parse(text);
      if (result.ok) read++;
      else if (typeof result.error.code === 'string') refused++;
    }
    expect(refused + read).toBe(INPUTS);
    expect(read).toBeGreaterThan(0);
  }, 120_000);

  test('what was written is read', () => {
    for (const text of right) expect(parse(text)).toMatchObject({ ok: true });
  });

  test('long inputs take no longer than their length asks for', () => {
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

test('a million random setups are positions or coded refusals, never a throw', () => {
  const next = randomNumbers(3);
  const pick = <T>(...values: readonly [T, ...T[]]): T => values[next() % values.length] ?? values[0];
  const sides = (): Side[] => Array.from({ length: next() % 6 }, () => pick(...SIDES));
  let positions = 0;
  for (let i = 0; i < INPUTS; i++) {
    const size = pick<BoardSize>(8, 8, 6);
    const pieces = new Map(next() % 2 ? standingOf({ b1: 'south T', b6: 'north T' }, size) : []);
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
