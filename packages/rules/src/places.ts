import { type History, historyOutcome, momentsOf } from './history.ts';
import { sidesIn } from './position.ts';
import type { Side } from './sides.ts';

/**
 * Who came where, best first; sides in one list share a place. The winner comes first, then those still in together,
 * then those out, last out first (R17). Before the end, and in a draw, those still in share the first place. Sides that
 * were out before the history begins share the last.
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
