import { squareName } from './board.ts';
import { checkClaim, LAST_PLY, type PositionRefusal } from './check.ts';
import { formatPlacement, type PlacementRefusal, parsePlacement } from './placement.ts';
import { type Position, pieceAt, type Rules, STANDARD_RULES } from './position.ts';
import { err, type Result } from './result.ts';
import { SIDES, type Side, sideLetters } from './sides.ts';

/** Why a text is no position text (R24), or shows no position of the game. */
export type PositionTextRefusal =
  | { readonly code: 'five-fields'; readonly fields: number }
  | { readonly code: 'seat-letters'; readonly text: string }
  | { readonly code: 'turn-letter'; readonly text: string }
  | { readonly code: 'number'; readonly field: 'quiet' | 'ply'; readonly text: string }
  | PlacementRefusal
  | PositionRefusal;

/**
 * Reads position text; finished games are read too (R24).
 *
 * @param rules the text does not say them
 */
export function parsePosition(text: string, rules: Rules = STANDARD_RULES): Result<Position, PositionTextRefusal> {
  const fields = text.split(' ', 6);
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
  const { size, placed } = read.value;
  const pieces = placed.map(({ square, piece }) => ({ square: squareName(size, square), ...piece }));
  return checkClaim({ size, rules, seats: seats.all, out: seats.out, turn: side, pieces, quiet, ply });
}

/** Writes position text (R24). */
export function formatPosition(position: Position): string {
  const { size, seats, out, turn, quiet, ply } = position;
  const placement = formatPlacement(size, seats, (square) => pieceAt(position, square));
  const letters = seats.map((side) => (out.includes(side) ? sideLetters[side].toUpperCase() : sideLetters[side]));
  return `${placement} ${sideLetters[turn]} ${letters.join('')} ${quiet} ${ply}`;
}

/** Letters in the order `swne`, upper case for those out. */
function readSeats(text: string): { all: readonly Side[]; out: readonly Side[] } | undefined {
  const all = SIDES.filter((side) => text.toLowerCase().includes(sideLetters[side]));
  const out = all.filter((side) => text.includes(sideLetters[side].toUpperCase()));
  const written = all
    .map((side) => (out.includes(side) ? sideLetters[side].toUpperCase() : sideLetters[side]))
    .join('');
  return written === text ? { all, out } : undefined;
}

/** A whole number as `formatPosition` writes it: no sign, no leading zero. */
function readNumber(text: string): number | undefined {
  return text.length <= String(LAST_PLY).length && /^(0|[1-9]\d*)$/.test(text) ? Number(text) : undefined;
}
