import type { Square } from './board.ts';
import { checkAnyPosition, MAX_PLY, type PositionRefusal } from './check.ts';
import type { Piece } from './pieces.ts';
import { formatPlacement, type PlacementRefusal, parsePlacement } from './placement.ts';
import { type Position, pieceAt, type Rules, STANDARD_RULES } from './position.ts';
import { err, ok, type Result } from './result.ts';
import type { Setup } from './setup.ts';
import { SIDES, type Side, sideLetters } from './sides.ts';
import { plainNotation } from './text/plain-notation.ts';

export type PositionTextRefusal = SetupTextRefusal | PositionRefusal;

export type SetupTextRefusal =
  | { readonly code: 'five-fields'; readonly fields: number }
  | { readonly code: 'seat-letters'; readonly text: string }
  | { readonly code: 'turn-letter'; readonly text: string }
  | { readonly code: 'number'; readonly field: 'quiet' | 'ply'; readonly text: string }
  | PlacementRefusal;

/** Parses position text, including that of finished games (R24). @param rules are not part of the text */
export function parsePosition(text: string, rules: Rules = STANDARD_RULES): Result<Position, PositionTextRefusal> {
  const setup = parseSetup(text, rules);
  return setup.ok ? checkAnyPosition(setup.value) : setup;
}

/** Parses position text (R24) without checking the position. Blanks around its fields are ignored. */
export function parseSetup(text: string, rules: Rules = STANDARD_RULES): Result<Setup, SetupTextRefusal> {
  const fields = plainNotation(text).trim().split(/\s+/, 6);
  const [placement = '', turn = '', seatText = '', quietText = '', plyText = ''] = fields;
  if (fields.length !== 5) return err({ code: 'five-fields', fields: fields.length });
  const seats = readSeats(seatText);
  if (!seats) return err({ code: 'seat-letters', text: seatText });
  const side = SIDES.find((one) => sideLetters[one] === turn);
  if (!side) return err({ code: 'turn-letter', text: turn });
  const quiet = readNumber(quietText);
  if (quiet === undefined) return err({ code: 'number', field: 'quiet', text: quietText });
  const ply = readNumber(plyText);
  if (ply === undefined) return err({ code: 'number', field: 'ply', text: plyText });
  const read = parsePlacement(placement, seats.all);
  if (!read.ok) return read;
  return ok({ ...read.value, rules, seats: seats.all, out: seats.out, turn: side, quiet, ply });
}

/** Formats position text (R24). */
export const formatPosition = (position: Position): string => write(position, (square) => pieceAt(position, square));

/** Formats a setup as position text (R24), `-` for no seats; pieces of sides without a seat cannot be parsed again. */
export const formatSetup = (setup: Setup): string => write(setup, (square) => setup.pieces.get(square));

/** A setup of the editor may have no seats; a position has at least two. */
const NO_SEATS = '-';

type Counts = Pick<Position, 'size' | 'seats' | 'out' | 'turn' | 'quiet' | 'ply'>;

function write({ size, seats, out, turn, quiet, ply }: Counts, at: (square: Square) => Piece | undefined): string {
  const placement = formatPlacement(size, seats, at);
  const letters = seats.map((side) => (out.includes(side) ? sideLetters[side].toUpperCase() : sideLetters[side]));
  return `${placement} ${sideLetters[turn]} ${letters.join('') || NO_SEATS} ${quiet} ${ply}`;
}

/** Letters in the order `swne`, upper case for sides that are out, or `-` for none. */
function readSeats(text: string): { all: readonly Side[]; out: readonly Side[] } | undefined {
  if (text === NO_SEATS) return { all: [], out: [] };
  const all = SIDES.filter((side) => text.toLowerCase().includes(sideLetters[side]));
  const out = all.filter((side) => text.includes(sideLetters[side].toUpperCase()));
  const written = all
    .map((side) => (out.includes(side) ? sideLetters[side].toUpperCase() : sideLetters[side]))
    .join('');
  return written === text ? { all, out } : undefined;
}

/** A whole number as `formatPosition` writes it: no sign, no leading zero. */
function readNumber(text: string): number | undefined {
  return text.length <= String(MAX_PLY).length && /^(0|[1-9]\d*)$/.test(text) ? Number(text) : undefined;
}
