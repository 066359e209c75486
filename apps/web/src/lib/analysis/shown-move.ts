import type { History } from '@terrace/rules';
import type { MoveTrace } from '#lib/board/board-state.ts';
import { traceMove } from '#lib/board/moves.ts';
import { type PlayedMove, playedMoves } from '#lib/game/played-moves.ts';

export function lastMoveOf({ move, parent }: History): MoveTrace | undefined {
  return move && parent && traceMove(parent.position, move);
}

const shownMoves = new WeakMap<History, PlayedMove>();

/** The last move, for lists and screen readers; undefined at the start and after a departure. */
export function shownMove(after: History): PlayedMove | undefined {
  const known = shownMoves.get(after);
  if (known !== undefined) return known;
  const [shown] = playedMoves([{ after, undone: false }], after);
  if (shown !== undefined) shownMoves.set(after, shown);
  return shown;
}
