import type { History } from '@terrace/rules';
import type { MoveTrace } from '#lib/board/board-state.ts';
import { traceMove } from '#lib/board/moves.ts';
import { type PlayedMove, playedMoves } from '#lib/game/moves.ts';

/** The move that led to a moment, as the board traces it. */
export function traceOf({ move, parent }: History): MoveTrace | undefined {
  return move && parent && traceMove(parent.position, move);
}

const faces = new WeakMap<History, PlayedMove>();

/** The move that led to a moment, as lists and readers tell it; nothing at the start and where a side left. */
export function faceOf(after: History): PlayedMove | undefined {
  const known = faces.get(after);
  if (known !== undefined) return known;
  const [face] = playedMoves([{ after, undone: false }], after);
  if (face !== undefined) faces.set(after, face);
  return face;
}
