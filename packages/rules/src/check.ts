import { assemble } from './assemble.ts';
import { type BoardSize, goalSquare, type Square, squareName } from './board.ts';
import { outcome } from './outcome.ts';
import { largestSize } from './pieces.ts';
import { type Position, quietLimit } from './position.ts';
import { err, ok, type Result } from './result.ts';
import type { Setup } from './setup.ts';
import { type Side, sideSet, sidesOf } from './sides.ts';

export type PositionRefusal =
  | { readonly code: 'seats' } // not two to four different sides
  | { readonly code: 'not-seated'; readonly side: Side } // out, or to move, without a seat
  | { readonly code: 'turn-of-one-out'; readonly side: Side }
  | { readonly code: 'piece-of-nobody'; readonly square: string; readonly side: Side }
  | { readonly code: 'piece-of-one-out'; readonly square: string; readonly side: Side }
  | { readonly code: 'piece-size'; readonly square: string; readonly size: number; readonly largest: number }
  | { readonly code: 't-size'; readonly square: string; readonly size: number }
  | { readonly code: 'no-t'; readonly side: Side }
  | { readonly code: 'second-t'; readonly side: Side; readonly square: string }
  | { readonly code: 't-on-goal'; readonly side: Side; readonly square: string }
  | { readonly code: 'quiet'; readonly quiet: number; readonly limit: number }
  | { readonly code: 'ply'; readonly ply: number }
  | { readonly code: 'nobody-to-play' }
  | { readonly code: 'no-move'; readonly side: Side };

/** The ply of a game's or an analysis' start. */
export const MAX_START_PLY = 999_999;

/** The ply of any position: no game that starts in time gets so far, so all that is written can be read. */
export const MAX_PLY = 9_999_999;

/** Checks the start of a game: one T per side in play, not on its goal, and a legal move. @source R4, R12, R16 */
export function checkPosition(setup: Setup): Result<Position, PositionRefusal> {
  const checked = checkAnyPosition(setup);
  if (!checked.ok) return checked;
  const position = checked.value;
  if (position.ply > MAX_START_PLY) return err({ code: 'ply', ply: position.ply });
  const end = outcome(position);
  if (!end) return checked;
  if (end.kind === 'draw') {
    return err(
      end.by === 'quiet'
        ? { code: 'quiet', quiet: position.quiet, limit: quietLimit(position.seats) }
        : { code: 'no-move', side: position.turn },
    );
  }
  if (end.by === 'last-in') return err({ code: 'nobody-to-play' });
  const goal = squareName(position.size, goalSquare(position.size, end.winner));
  return err({ code: 't-on-goal', side: end.winner, square: goal });
}

/** Checks any position that a game can show, including finished ones, where eliminated sides may have pieces (R14). */
export function checkAnyPosition(setup: Setup): Result<Position, PositionRefusal> {
  const { size, turn, quiet, ply } = setup;
  const seats = sidesOf(sideSet(setup.seats));
  const gone = sidesOf(sideSet(setup.out));
  if (seats.length < 2 || seats.length < setup.seats.length) return err({ code: 'seats' });
  const stranger = [...gone, turn].find((side) => !seats.includes(side));
  if (stranger) return err({ code: 'not-seated', side: stranger });
  if (gone.length === seats.length) return err({ code: 'nobody-to-play' });
  if (gone.includes(turn)) return err({ code: 'turn-of-one-out', side: turn });
  const limit = quietLimit(seats);
  if (!isWhole(quiet, 0, limit)) return err({ code: 'quiet', quiet, limit });
  if (!isWhole(ply, 1, MAX_PLY)) return err({ code: 'ply', ply });
  const fault = checkPieces(size, seats, setup.pieces) ?? checkTs(size, seats, gone, setup.pieces);
  return fault ? err(fault) : ok(assemble(setup));
}

const isWhole = (value: number, from: number, to: number): boolean =>
  Number.isInteger(value) && value >= from && value <= to;

function checkPieces(size: BoardSize, seats: readonly Side[], pieces: Setup['pieces']): PositionRefusal | undefined {
  const largest = largestSize(size);
  for (const [square, piece] of pieces) {
    const name = squareName(size, square);
    if (!seats.includes(piece.side)) return { code: 'piece-of-nobody', square: name, side: piece.side };
    if (piece.size > largest) return { code: 'piece-size', square: name, size: piece.size, largest };
    if (piece.t && piece.size !== 1) return { code: 't-size', square: name, size: piece.size };
  }
  return undefined;
}

/** R14, R24 and the custom setup: one T per side in play, and pieces of eliminated sides only in a finished game. */
function checkTs(
  size: BoardSize,
  seats: readonly Side[],
  gone: readonly Side[],
  pieces: Setup['pieces'],
): PositionRefusal | undefined {
  const owners = new Map<Side, Square>();
  for (const [square, piece] of pieces) {
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
  for (const [square, { side }] of pieces) {
    if (gone.includes(side)) return { code: 'piece-of-one-out', square: squareName(size, square), side };
  }
  return undefined;
}
