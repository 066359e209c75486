import { countMoves } from './core/count.ts';
import { gridOf } from './core/grid.ts';
import { BY_ARRIVAL, DECIDED, QUIET_PLIES } from './core/layout.ts';
import { core, type Position } from './position.ts';
import { type Side, sideAt } from './sides.ts';

/** Only a history can detect `repetition`; a draw by agreement is not an outcome of the board (R16). */
export type Outcome =
  | { readonly kind: 'win'; readonly winner: Side; readonly by: 'arrival' | 'last-in' }
  | { readonly kind: 'draw'; readonly by: 'no-move' | 'quiet' | 'repetition' };

/** How the game ended, as far as one position can show; undefined while it continues (R13 to R16). */
export function outcome(position: Position): Outcome | undefined {
  const { ruleFlags, words, quietLimit } = position[core];
  const decided = words[DECIDED] ?? 0;
  if (decided !== 0) {
    return { kind: 'win', winner: sideAt(decided >>> 2), by: (decided & 3) === BY_ARRIVAL ? 'arrival' : 'last-in' };
  }
  if (countMoves(gridOf(position.size), ruleFlags, words) === 0) return { kind: 'draw', by: 'no-move' };
  if ((words[QUIET_PLIES] ?? 0) >= quietLimit) return { kind: 'draw', by: 'quiet' };
  return undefined;
}
