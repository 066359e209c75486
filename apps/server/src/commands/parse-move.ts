import { moveRefusalText } from '@terrace/messages';
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
} from '@terrace/rules';

/** Refusals ignored for a move to play now: `decide` checks legality, move number (R21) and turn. */
const IGNORED_NOW: ReadonlySet<MoveRefusal['code']> = new Set(['illegal', 'other-ply']);

/** Refusals ignored for a queued move, whose position is not known yet. */
const IGNORED_LATER: ReadonlySet<MoveRefusal['code']> = new Set(['illegal', 'wrong-letter']);

/** Parses a move in any notation (R20 to R22) to play now. `ply` is the number it states, or the next one. */
export function parseMoveNow(position: Position, text: string): Result<{ move: Move; ply: number }, Refusal> {
  const read = parseMove(position, text);
  const ply = !read.ok && read.error.code === 'other-ply' ? read.error.said : position.ply;
  const move = squaresOf(position, text, IGNORED_NOW);
  return move.ok ? ok({ move: move.value, ply }) : move;
}

export const parseQueuedMove = (position: Position, text: string): Result<Move, Refusal> =>
  squaresOf(position, text, IGNORED_LATER);

function squaresOf(position: Position, text: string, ignored: ReadonlySet<MoveRefusal['code']>): Result<Move, Refusal> {
  const read = parseMove(position, text);
  if (read.ok) return read;
  const [from = '', to = ''] = text.match(/[a-h][1-8]/g) ?? []; // in every notation, only squares match this
  const [start, end] = [parseSquare(position.size, from), parseSquare(position.size, to)];
  if (ignored.has(read.error.code) && start !== undefined && end !== undefined) return ok({ from: start, to: end });
  return err({ code: 'unreadable-move', why: moveRefusalText(read.error) });
}

export const squareNames = ({ size }: Position, { from, to }: Move): { from: string; to: string } => ({
  from: squareName(size, from),
  to: squareName(size, to),
});
