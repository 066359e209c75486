import { type History, historyOutcome, momentsOf } from './history.ts';
import { sidesIn } from './position.ts';
import type { Side } from './sides.ts';

/**
 * Sides by place, best first; sides in one list share a place (R17). Before the end, and in a draw, the sides in play
 * share the first place. Sides that were out at the start of the history share the last.
 */
export function places(history: History): readonly (readonly Side[])[] {
  const end = historyOutcome(history);
  const winner = end?.kind === 'win' ? end.winner : undefined;
  const groups: Side[][] = winner ? [[winner]] : [];
  groups.push(sidesIn(history.position).filter((side) => side !== winner));
  let out = history.position.out;
  for (const { position } of momentsOf(history).toReversed()) {
    groups.push(out.filter((side) => !position.out.includes(side)));
    out = position.out;
  }
  groups.push([...out]);
  return groups.filter((group) => group.length > 0);
}
