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

/** A move as the list shows it and the board traces it. */
export type PlayedMove = {
  readonly ply: number;
  /** Place of the moment after it among the game's moments; nothing for a move that was taken back. */
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
  /** What was called after it, if anything was (R18, R19). */
  readonly call: Calls | undefined;
  /** What it left its mover, in ms. */
  readonly clockMs: number | undefined;
  /** How long after the move before it was made, in ms. */
  readonly tookMs: number | undefined;
};

export type KeptMove = PlayedMove & { readonly moment: number };
export const isKept = (move: PlayedMove): move is KeptMove => move.moment !== undefined;

/** A line of the list: the moves of one time round the table, one place a seat; `number` is that of the first of them. */
export type Round = { readonly number: number; readonly moves: readonly (PlayedMove | undefined)[] };

/** A line as it is drawn: which of its moves the board shows, and which one the Tab key stops at. */
export type ShownRound = Round & { readonly current: PlayedMove | undefined; readonly stop: PlayedMove | undefined };

/** Every moment there is to look at. Who ends a game by leaving it changes nothing on the board: that is no step of its own. */
export function stepsOf(history: History): readonly History[] {
  const moments = momentsOf(history);
  const sameBoard = history.left !== undefined && historyOutcome(history) !== undefined;
  return sameBoard && history.parent?.move !== undefined ? moments.toSpliced(-2, 1) : moments;
}

/** Each move as it was listed last; the list of a long game is made anew with every move. */
const listed = new WeakMap<MadeMove, PlayedMove>();

/**
 * All moves made in a game, in order, those taken back included; `history` is the line that stands. A move that was
 * listed before is the same object again.
 */
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

/**
 * Moves in lines, one column a seat; a seat that is out leaves its place empty. After a takeback the round begins a
 * line of its own again.
 */
export function rounds(moves: readonly PlayedMove[], seats: readonly Side[]): readonly Round[] {
  const lines: { round: number; number: number; moves: (PlayedMove | undefined)[] }[] = [];
  /** The round and column of the latest move made as each ply. */
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

/** Lines with what is marked in them. Those that are as they were `before` are the same objects again. */
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

/** The pieces each side has taken, in the order it took them, its own included. */
export function takenBy(side: Side, moves: readonly PlayedMove[]): readonly Piece[] {
  return moves.flatMap((move) => (isKept(move) && move.side === side && move.taken ? [move.taken] : []));
}
