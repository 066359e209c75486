import type { MadeMove } from '@terrace/game';
import {
  type Calls,
  type History,
  historyCalls,
  historyOutcome,
  type MoveKind,
  momentsOf,
  moveKind,
  type Piece,
  pieceAt,
  pieceLetter,
  type Side,
  type Square,
  slidePath,
  squareName,
} from '@terrace/rules';

export type PlayedMove = {
  readonly ply: number;
  /** Index of the position after the move; undefined for a move that was taken back. */
  readonly moment: number | undefined;
  readonly side: Side;
  readonly piece: Piece;
  readonly letter: string;
  readonly from: Square;
  readonly to: Square;
  readonly fromName: string;
  readonly toName: string;
  readonly kind: MoveKind;
  readonly way: readonly Square[];
  readonly taken: Piece | undefined;
  /** The call after the move, if any (R18, R19). */
  readonly call: Calls | undefined;
  readonly clockMs: number | undefined;
  readonly tookMs: number | undefined;
};

export type KeptMove = PlayedMove & { readonly moment: number };
export const isKept = (move: PlayedMove): move is KeptMove => move.moment !== undefined;

/** A row of the list: one move per seat. `number` is that of its first move. */
export type Round = { readonly number: number; readonly moves: readonly (PlayedMove | undefined)[] };

export type ShownRound = Round & { readonly current: PlayedMove | undefined; readonly stop: PlayedMove | undefined };

/** All positions a viewer can step through. A departure that ends the game adds no step. */
export function stepsOf(history: History): readonly History[] {
  const moments = momentsOf(history);
  const sameBoard = history.left !== undefined && historyOutcome(history) !== undefined;
  return sameBoard && history.parent?.move !== undefined ? moments.toSpliced(-2, 1) : moments;
}

/** Reuses listed moves, because each new move rebuilds the list. */
const listed = new WeakMap<MadeMove, PlayedMove>();

/** All moves of a game in order, including those taken back. Unchanged moves are the same objects on each call. */
export function playedMoves(made: readonly MadeMove[], history: History): readonly PlayedMove[] {
  const moments = new Map(momentsOf(history).map((moment, n) => [moment, n]));
  return made.flatMap((each, n) => {
    const { after, undone, at } = each;
    const before = made[n - 1]?.at;
    const moment = undone ? undefined : moments.get(after);
    const tookMs = at === undefined || before === undefined ? undefined : at - before;
    const known = listed.get(each);
    if (known !== undefined && known.moment === moment && known.tookMs === tookMs) return [known];
    const move = playedMove(each, moment, tookMs);
    if (move === undefined) return [];
    listed.set(each, move);
    return [move];
  });
}

function playedMove(
  { after, clockMs }: MadeMove,
  moment: number | undefined,
  tookMs: number | undefined,
): PlayedMove | undefined {
  const { move, parent } = after;
  if (move === undefined || parent === undefined) return undefined;
  const { position } = parent;
  const piece = pieceAt(position, move.from);
  if (piece === undefined) return undefined;
  const call = historyCalls(after);
  return {
    ply: position.ply,
    moment,
    side: piece.side,
    piece,
    letter: pieceLetter(piece, position.seats),
    from: move.from,
    to: move.to,
    fromName: squareName(position.size, move.from),
    toName: squareName(position.size, move.to),
    kind: moveKind(position, move),
    way: slidePath(position, move),
    taken: pieceAt(position, move.to),
    call: call.terrace.length > 0 ? call : undefined,
    clockMs,
    tookMs,
  };
}

/** Groups moves into rows with one column per seat. After a takeback the round starts a new row. */
export function rounds(moves: readonly PlayedMove[], seats: readonly Side[]): readonly Round[] {
  const lines: { round: number; number: number; moves: (PlayedMove | undefined)[] }[] = [];
  const placed = new Map<number, { round: number; column: number }>();
  let last = seats.length;
  for (const move of moves) {
    const column = seats.indexOf(move.side);
    const before = placed.get(move.ply - 1);
    const round = before === undefined ? 1 : before.round + (column <= before.column ? 1 : 0);
    placed.set(move.ply, { round, column });
    if (column <= last || lines.at(-1)?.round !== round)
      lines.push({ round, number: move.ply, moves: seats.map(() => undefined) });
    const line = lines.at(-1);
    if (line !== undefined) line.moves[column] = move;
    last = column;
  }
  return lines;
}

/** Marks the current move and the tab stop. Rows equal to those in `before` are the same objects. */
export function shownRounds(
  lines: readonly Round[],
  current: PlayedMove | undefined,
  stop: PlayedMove | undefined,
  before: readonly ShownRound[],
): readonly ShownRound[] {
  const within = ({ moves }: Round, move: PlayedMove | undefined) => (moves.includes(move) ? move : undefined);
  return lines.map((line, n) => {
    const shown = { ...line, current: within(line, current), stop: within(line, stop) };
    const known = before[n];
    const isSame =
      known?.number === line.number &&
      known.current === shown.current &&
      known.stop === shown.stop &&
      known.moves.every((move, column) => move === line.moves[column]);
    return isSame ? known : shown;
  });
}

export function capturedBy(side: Side, moves: readonly PlayedMove[]): readonly Piece[] {
  return moves.flatMap((move) => (isKept(move) && move.side === side && move.taken ? [move.taken] : []));
}
