import { expect, test } from 'vitest';
import { type Claim, checkPosition } from './check.ts';
import { formatPosition } from './position-text.ts';

const south = { side: 'south', size: 1, t: true, square: 'b1' };
const north = { side: 'north', size: 1, t: true, square: 'b8' };
const claim: Claim = { size: 8, seats: ['south', 'north'], turn: 'north', pieces: [south, north] };

test('a claim that holds becomes a position', () => {
  const checked = checkPosition({ ...claim, rules: { capture: 'rank', sliding: 'standard' } });
  expect(checked.ok && formatPosition(checked.value)).toBe('1T6/8/8/8/8/8/8/1t6 n sn 0 1');
  expect(checked.ok && checked.value.rules).toEqual({ capture: 'rank', sliding: 'standard' });
});

test('seats named in any order stand in turn order', () => {
  const checked = checkPosition({ ...claim, seats: ['north', 'south'] });
  expect(checked.ok && checked.value.seats).toEqual(['south', 'north']);
});

const piece = (square: string, side: string, size: number, t = false) => ({ square, side, size, t });

const refused: readonly (readonly [string, Partial<Claim>, object])[] = [
  ['a board of 7', { size: 7 }, { code: 'board-size', size: 7 }],
  ['unheard-of rules', { rules: { capture: 'all', sliding: 'standard' } }, { code: 'unknown-rules' }],
  ['one seat', { seats: ['south'] }, { code: 'seats' }],
  ['a seat twice', { seats: ['south', 'south'] }, { code: 'seats' }],
  ['an unknown seat', { seats: ['south', 'up'] }, { code: 'seats' }],
  ['the turn of nobody seated', { turn: 'east' }, { code: 'not-seated', side: 'east' }],
  ['the turn of one out', { out: ['north'] }, { code: 'turn-of-one-out', side: 'north' }],
  ['a piece off the board', { pieces: [south, north, piece('i1', 'south', 2)] }, { code: 'off-board', square: 'i1' }],
  [
    'two pieces on a square',
    { pieces: [south, north, piece('b1', 'north', 2)] },
    { code: 'two-on-a-square', square: 'b1' },
  ],
  [
    'a piece of nobody',
    { pieces: [south, north, piece('c1', 'east', 2)] },
    { code: 'piece-of-nobody', square: 'c1', side: 'east' },
  ],
  [
    'a piece of size 5',
    { pieces: [south, north, piece('c1', 'south', 5)] },
    { code: 'piece-size', square: 'c1', size: 5, largest: 4 },
  ],
  ['a T of size 2', { pieces: [piece('b1', 'south', 2, true), north] }, { code: 't-size', square: 'b1', size: 2 }],
  ['no T', { pieces: [south] }, { code: 'no-t', side: 'north' }],
  [
    'two T of a side',
    { pieces: [south, north, { ...south, square: 'c1' }] },
    { code: 'second-t', side: 'south', square: 'c1' },
  ],
  [
    'a T on its own goal',
    { pieces: [{ ...south, square: 'h8' }, north] },
    { code: 't-on-goal', side: 'south', square: 'h8' },
  ],
  ['quiet plies that would have drawn', { quiet: 200 }, { code: 'quiet', quiet: 200, limit: 200 }],
  ['a fraction of a ply', { ply: 1.5 }, { code: 'ply', ply: 1.5 }],
  ['no opponent', { out: ['south'] }, { code: 'nobody-to-play' }],
  [
    'a side that cannot move',
    { pieces: [south, { ...north, square: 'a8' }, ...['a7', 'b8', 'b7'].map((square) => piece(square, 'south', 4))] },
    { code: 'no-move', side: 'north' },
  ],
];

test.each(refused)('%s is refused, with the square where there is one', (_name, part, error) => {
  expect(checkPosition({ ...claim, ...part })).toEqual({ ok: false, error });
});

test('R4: the small board has no size 4', () => {
  const small = { ...claim, size: 6, pieces: [south, { ...north, square: 'b6' }, piece('c1', 'south', 4)] };
  expect(checkPosition(small)).toEqual({ ok: false, error: { code: 'piece-size', square: 'c1', size: 4, largest: 3 } });
});
