import { type History, type Illegal, type Move, playOn, type Result } from '@terrace/rules';

let last: { readonly before: History; readonly move: Move; readonly after: Result<History, Illegal> } | undefined;

/** Like `playOn`, for a move that is first decided and then folded: the same move is played only once. */
export function playOnce(before: History, move: Move): Result<History, Illegal> {
  if (last?.before === before && last.move.from === move.from && last.move.to === move.to) return last.after;
  const after = playOn(before, move);
  last = { before, move, after };
  return after;
}
