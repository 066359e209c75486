import { assemble } from './assemble.ts';
import { type BoardSize, goalSquare, parseSquare, type Square, squareName } from './board.ts';
import { outcome } from './outcome.ts';
import { isSize, largestSize, pieceKind } from './pieces.ts';
import type { Placed } from './placement.ts';
import { core, type Position, type Rules, STANDARD_RULES } from './position.ts';
import { err, ok, type Result } from './result.ts';
import { isSide, type Side, sideIndex, sideSet, sidesOf } from './sides.ts';

/** A position somebody claims: plain data, nothing believed. Squares by name, sizes 1 to 4. */
export interface Claim {
  readonly size: number;
  readonly rules?: { readonly capture: string; readonly sliding: string };
  readonly seats: readonly string[];
  /** Sides already out of the game; none when left away. */
  readonly out?: readonly string[];
  readonly turn: string;
  readonly pieces: readonly {
    readonly square: string;
    readonly side: string;
    readonly size: number;
    readonly t: boolean;
  }[];
  /** Plies since the last capture or elimination, 0 when left away (R16). */
  readonly quiet?: number;
  /** Number of the next move, 1 when left away. */
  readonly ply?: number;
}

/** Why a claim is no position of Terrace; squares by name. */
export type PositionRefusal =
  | { readonly code: 'board-size'; readonly size: number }
  | { readonly code: 'unknown-rules' }
  | { readonly code: 'seats' } // not two to four different sides
  | { readonly code: 'not-seated'; readonly side: string } // out, or to move, without a seat
  | { readonly code: 'turn-of-one-out'; readonly side: Side }
  | { readonly code: 'off-board'; readonly square: string }
  | { readonly code: 'two-on-a-square'; readonly square: string }
  | { readonly code: 'piece-of-nobody'; readonly square: string; readonly side: string }
  | { readonly code: 'piece-of-one-out'; readonly square: string; readonly side: Side }
  | { readonly code: 'piece-size'; readonly square: string; readonly size: number; readonly largest: number }
  | { readonly code: 't-size'; readonly square: string; readonly size: number }
  | { readonly code: 'no-t'; readonly side: Side }
  | { readonly code: 'second-t'; readonly side: Side; readonly square: string }
  | { readonly code: 't-on-goal'; readonly side: Side; readonly square: string }
  | { readonly code: 'quiet'; readonly quiet: number; readonly limit: number }
  | { readonly code: 'ply'; readonly ply: number }
  | { readonly code: 'nobody-to-play' } // fewer than two sides in
  | { readonly code: 'no-move'; readonly side: Side };

/** The largest move number a position may carry. */
export const LAST_PLY = 999_999;

/**
 * Turns a claim into a position that can be played from: every side in has exactly one T, not on its own goal, and the
 * side to move has a move. A finished game is no such position; only position text shows those (R24).
 *
 * @source the custom setup of the rulebook; R4, R12, R16
 */
export function checkPosition(claim: Claim): Result<Position, PositionRefusal> {
  const checked = checkClaim(claim);
  if (!checked.ok) return checked;
  const position = checked.value;
  const end = outcome(position);
  if (!end) return checked;
  if (end.kind === 'draw') {
    return err(
      end.by === 'quiet'
        ? { code: 'quiet', quiet: position.quiet, limit: position[core].quietLimit }
        : { code: 'no-move', side: position.turn },
    );
  }
  if (end.by === 'last-in') return err({ code: 'nobody-to-play' });
  const goal = squareName(position.size, goalSquare(position.size, end.winner));
  return err({ code: 't-on-goal', side: end.winner, square: goal });
}

/** The same for any position a game may show, finished ones too: there those out may still have pieces (R14). */
export function checkClaim(claim: Claim): Result<Position, PositionRefusal> {
  const { size, rules = STANDARD_RULES, out = [], quiet = 0, ply = 1 } = claim;
  if (size !== 6 && size !== 8) return err({ code: 'board-size', size });
  if (!isRules(rules)) return err({ code: 'unknown-rules' });
  const seats = checkSides(claim.seats);
  if (!seats || seats.length < 2) return err({ code: 'seats' });
  const stranger = [...out, claim.turn].find((side) => !isSide(side) || !seats.includes(side));
  if (stranger !== undefined) return err({ code: 'not-seated', side: stranger });
  const gone = checkSides(out);
  if (!gone || !isSide(claim.turn)) return err({ code: 'seats' });
  if (gone.length === seats.length) return err({ code: 'nobody-to-play' });
  if (gone.includes(claim.turn)) return err({ code: 'turn-of-one-out', side: claim.turn });
  const limit = 100 * seats.length;
  if (!whole(quiet, 0, limit)) return err({ code: 'quiet', quiet, limit });
  if (!whole(ply, 1, LAST_PLY)) return err({ code: 'ply', ply });
  const placed = checkPieces(size, seats, claim.pieces);
  if (!placed.ok) return placed;
  const fault = checkTs(size, seats, gone, placed.value);
  return fault
    ? err(fault)
    : ok(assemble({ size, rules, seats, out: gone, turn: claim.turn, placed: placed.value, quiet, ply }));
}

const isRules = (rules: { capture: string; sliding: string }): rules is Rules =>
  (rules.capture === 'standard' || rules.capture === 'rank') &&
  (rules.sliding === 'standard' || rules.sliding === 'not-larger');

const whole = (value: number, from: number, to: number): boolean =>
  Number.isInteger(value) && value >= from && value <= to;

/** The sides named, in turn order; nothing if one is unknown or named twice. */
function checkSides(names: readonly string[]): readonly Side[] | undefined {
  const sides = names.slice(0, 5).filter(isSide);
  const listed = sidesOf(sideSet(sides));
  return listed.length === names.length ? listed : undefined;
}

function checkPieces(
  size: BoardSize,
  seats: readonly Side[],
  claimed: Claim['pieces'],
): Result<readonly Placed[], PositionRefusal> {
  const placed: Placed[] = [];
  const taken = new Set<string>();
  const largest = largestSize(size);
  for (const piece of claimed) {
    const square = parseSquare(size, piece.square);
    if (square === undefined) return err({ code: 'off-board', square: piece.square });
    if (taken.has(piece.square)) return err({ code: 'two-on-a-square', square: piece.square });
    taken.add(piece.square);
    const side = seats.find((seat) => seat === piece.side);
    if (!side) return err({ code: 'piece-of-nobody', square: piece.square, side: piece.side });
    if (!isSize(piece.size) || piece.size > largest) {
      return err({ code: 'piece-size', square: piece.square, size: piece.size, largest });
    }
    if (piece.t && piece.size !== 1) return err({ code: 't-size', square: piece.square, size: piece.size });
    placed.push({ square, piece: pieceKind(sideIndex[side], piece.size, piece.t) });
  }
  return ok(placed);
}

/** R14, R24 and the custom setup: one T for each side in; pieces of those out only on the board of a finished game. */
function checkTs(
  size: BoardSize,
  seats: readonly Side[],
  gone: readonly Side[],
  placed: readonly Placed[],
): PositionRefusal | undefined {
  const owners = new Map<Side, Square>();
  for (const { square, piece } of placed) {
    if (!piece.t) continue;
    if (owners.has(piece.side)) return { code: 'second-t', side: piece.side, square: squareName(size, square) };
    owners.set(piece.side, square);
  }
  const left = seats.filter((side) => !gone.includes(side));
  const missing = left.find((side) => !owners.has(side));
  if (missing) return { code: 'no-t', side: missing };
  const arrived = left.filter((side) => owners.get(side) === goalSquare(size, side));
  const second = arrived[1];
  if (second) return { code: 't-on-goal', side: second, square: squareName(size, goalSquare(size, second)) };
  if (arrived.length === 1 || left.length === 1) return undefined;
  const stray = placed.find(({ piece }) => gone.includes(piece.side));
  return stray && { code: 'piece-of-one-out', square: squareName(size, stray.square), side: stray.piece.side };
}
