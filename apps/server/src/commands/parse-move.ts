import type { Refusal } from '@terrace/protocol';
import {
  err,
  type Move,
  type MoveRefusal,
  ok,
  type Position,
  parseMove,
  parseSquare,
  type Result,
  squareName,
  whyNoMove,
} from '@terrace/rules';

/** Whether a move is legal, in time (R21) and the writer's to make is for the game to say. */
const NOW: ReadonlySet<MoveRefusal['code']> = new Set(['illegal', 'other-ply']);

/** What will stand where when its turn comes, nobody knows yet. */
const LATER: ReadonlySet<MoveRefusal['code']> = new Set(['illegal', 'wrong-letter']);

/** Reads a move in any notation (R20 to R22) to be sent now; `ply` is the one it names, else the one to be played. */
export function parseMoveNow(position: Position, text: string): Result<{ move: Move; ply: number }, Refusal> {
  const read = parseMove(position, text);
  const ply = !read.ok && read.error.code === 'other-ply' ? read.error.said : position.ply;
  const move = squaresOf(position, text, NOW);
  return move.ok ? ok({ move: move.value, ply }) : move;
}

/** Reads a move to be sent on a later turn: its form alone. */
export const parseQueuedMove = (position: Position, text: string): Result<Move, Refusal> =>
  squaresOf(position, text, LATER);

function squaresOf(position: Position, text: string, excused: ReadonlySet<MoveRefusal['code']>): Result<Move, Refusal> {
  const read = parseMove(position, text);
  if (read.ok) return read;
  const [from = '', to = ''] = text.match(/[a-h][1-8]/g) ?? []; // every notation names its squares so, and nothing else
  const [start, end] = [parseSquare(position.size, from), parseSquare(position.size, to)];
  if (excused.has(read.error.code) && start !== undefined && end !== undefined) return ok({ from: start, to: end });
  return err({ code: 'unreadable-move', why: whyNoMove(position, read.error) });
}

/** A move as commands carry it, by the names of its squares. */
export const squareNames = ({ size }: Position, { from, to }: Move): { from: string; to: string } => ({
  from: squareName(size, from),
  to: squareName(size, to),
});
