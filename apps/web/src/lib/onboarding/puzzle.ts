import { calls, goalPath, type Move, type Position, pieceAt, play, squareName } from '@terrace/rules';
import type { Exercise, LessonMove, MoveText } from '#lib/learn/exercise.ts';

const stepOf = (solution: MoveText, reply?: MoveText): LessonMove => ({
  accepts: ({ size }, { from, to }) => `${squareName(size, from)}-${squareName(size, to)}` === solution,
  solution,
  ...(reply !== undefined && { reply }),
});

/**
 * The puzzle for new visitors. Only this first move brings South's T home in three against every reply; North threatens
 * to win with its third move. The solution captures, slides and steps down.
 */
export const PUZZLE: Exercise & { readonly task: { readonly kind: 'play' } } = {
  key: 'puzzle',
  position: '1D6/6A1/5tC1/8/8/2T1c3/8/6d1 s sn 0 1',
  task: { kind: 'play', steps: [stepOf('f6-g7', 'c3-c1'), stepOf('g7-g8', 'c1-b1'), stepOf('g8-h8')] },
};

/** Why a legal move is not the solution. */
export type WrongMoveReason = 'slow' | 'blocked' | 'long' | 'taken';

export function wrongMoveReason(before: Position, move: Move): WrongMoveReason {
  const after = play(before, move);
  if (!after.ok || pieceAt(before, move.from)?.t !== true) return 'slow';
  if (calls(after.value).terrace.includes(before.turn)) return 'taken';
  const [left, now] = [after.value, before].map((position) => goalPath(position, before.turn)?.length);
  return left !== undefined && now !== undefined && left < now ? 'blocked' : 'long';
}
