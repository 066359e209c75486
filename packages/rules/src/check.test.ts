import { expect, test } from 'vitest';
import { checkPosition, MAX_START_PLY } from './check.ts';
import { formatPosition, parsePosition, parseSetup } from './position-text.ts';
import type { Setup } from './setup.ts';
import { placePieces } from './testing/boards.ts';

const pieces = { b1: 'south T', b8: 'north T' } as const;
const setup: Setup = {
  size: 8,
  rules: { capture: 'rank', sliding: 'standard' },
  seats: ['south', 'north'],
  out: [],
  turn: 'north',
  pieces: placePieces(pieces),
  quiet: 0,
  ply: 1,
};

test('a valid setup becomes a position', () => {
  const checked = checkPosition(setup);
  expect(checked.ok && formatPosition(checked.value)).toBe('1T6/8/8/8/8/8/8/1t6 n sn 0 1');
  expect(checked.ok && checked.value.rules).toEqual({ capture: 'rank', sliding: 'standard' });
});

test('seats in any order are sorted by turn order', () => {
  const checked = checkPosition({ ...setup, seats: ['north', 'south'] });
  expect(checked.ok && checked.value.seats).toEqual(['south', 'north']);
});

const withPieces = (more: Readonly<Record<string, string>>) => ({ pieces: placePieces({ ...pieces, ...more }) });

const refused: readonly (readonly [string, Partial<Setup>, object])[] = [
  ['one seat', { seats: ['south'] }, { code: 'seats' }],
  ['a seat twice', { seats: ['south', 'south'] }, { code: 'seats' }],
  ['the turn of a side without a seat', { turn: 'east' }, { code: 'not-seated', side: 'east' }],
  ['the turn of an eliminated side', { out: ['north'] }, { code: 'turn-of-one-out', side: 'north' }],
  [
    'a piece of a side without a seat',
    withPieces({ c1: 'east B' }),
    { code: 'piece-of-nobody', square: 'c1', side: 'east' },
  ],
  [
    'a T of size 2',
    { pieces: new Map([...setup.pieces].map(([square, piece]) => [square, { ...piece, size: 2 }])) },
    { code: 't-size', square: 'b1', size: 2 },
  ],
  ['no T', { pieces: placePieces({ b1: 'south T' }) }, { code: 'no-t', side: 'north' }],
  ['two T of a side', withPieces({ c1: 'south T' }), { code: 'second-t', side: 'south', square: 'c1' }],
  [
    'a T on its own goal',
    { pieces: placePieces({ h8: 'south T', b8: 'north T' }) },
    { code: 't-on-goal', side: 'south', square: 'h8' },
  ],
  ['quiet plies that would have drawn', { quiet: 200 }, { code: 'quiet', quiet: 200, limit: 200 }],
  ['a fraction of a ply', { ply: 1.5 }, { code: 'ply', ply: 1.5 }],
  ['no opponent', { out: ['south'] }, { code: 'nobody-to-play' }],
  [
    'a side that cannot move',
    { pieces: placePieces({ b1: 'south T', a8: 'north T', a7: 'south D', b8: 'south D', b7: 'south D' }) },
    { code: 'no-move', side: 'north' },
  ],
];

test.each(refused)('%s is rejected, with its square if there is one', (_name, part, error) => {
  expect(checkPosition({ ...setup, ...part })).toEqual({ ok: false, error });
});

test('R4: the small board has no size 4', () => {
  const small = placePieces({ b1: 'south T', b6: 'north T', c1: 'south D' }, 6);
  expect(checkPosition({ ...setup, size: 6, pieces: small })).toEqual({
    ok: false,
    error: { code: 'piece-size', square: 'c1', size: 4, largest: 3 },
  });
});

test('a square of a larger board is a bug of the caller, not a refusal', () => {
  expect(() => checkPosition({ ...setup, size: 6, pieces: placePieces({ b1: 'south T', b8: 'north T' }) })).toThrow(
    RangeError,
  );
});

test('a position may follow the latest start, and no game starts later', () => {
  const ply = MAX_START_PLY + 1;
  const text = formatPosition(assembled(checkPosition(setup))).replace(/ 1$/, ` ${ply}`);
  expect(parsePosition(text).ok).toBe(true);
  const late = parseSetup(text);
  expect(late.ok && checkPosition(late.value)).toEqual({ ok: false, error: { code: 'ply', ply } });
});

function assembled(checked: ReturnType<typeof checkPosition>) {
  if (!checked.ok) throw new Error(checked.error.code);
  return checked.value;
}
