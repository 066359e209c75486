import { onBoard, type Square, squares } from './board.ts';
import { lowestBit } from './core/bits.ts';
import { flipRanks, gridOf } from './core/grid.ts';
import { DECIDED, QUIET_PLIES } from './core/layout.ts';
import { OWN } from './core/occupancy.ts';
import { targetContext, targetsOf } from './core/piece-targets.ts';
import { core, type Position } from './position.ts';

export interface Move {
  readonly from: Square;
  readonly to: Square;
}

const shared: Move[] = [];

/** The shared frozen object of a pair of squares, so that lists of moves allocate no objects. */
function moveOf(from: Square, to: Square): Move {
  const index = from * 64 + to;
  const known = shared[index];
  if (known) return known;
  const move = Object.freeze({ from, to });
  shared[index] = move;
  return move;
}

/** Whether the game continues, ignoring whether the side to move has a move (R13, R14, R16). */
const isOngoing = ({ [core]: { words, quietLimit } }: Position): boolean =>
  words[DECIDED] === 0 && (words[QUIET_PLIES] ?? 0) < quietLimit;

/** In board order, by departure, then by arrival; none after the end of the game. @source R6 to R10, R16 */
export function legalMoves(position: Position): readonly Move[] {
  const list: Move[] = [];
  if (!isOngoing(position)) return list;
  const { ruleFlags, words } = position[core];
  const grid = gridOf(position.size);
  const context = targetContext(grid, ruleFlags, words);
  for (const from of squares(position.size)) {
    const cell = grid.cellOfSquare[from] ?? 0;
    if ((((context.occupancy[OWN + (cell >>> 5)] ?? 0) >>> (cell & 31)) & 1) === 0) continue;
    append(list, from, squares(position.size), 0, targetsOf(context, cell, 0));
    append(list, from, squares(position.size), grid.half, flipRanks(grid, targetsOf(context, cell, 1)));
  }
  return list;
}

function append(list: Move[], from: Square, all: readonly Square[], first: number, targetSet: number): void {
  for (let left = targetSet; left !== 0; left &= left - 1) {
    const to = all[first + lowestBit(left)];
    if (to !== undefined) list.push(moveOf(from, to));
  }
}

/** Whether a move is legal, without generating the others. */
export function isLegal(position: Position, { from, to }: Move): boolean {
  const { ruleFlags, words } = position[core];
  const grid = gridOf(position.size);
  if (!isOngoing(position) || !onBoard(position.size, from) || !onBoard(position.size, to)) return false;
  const cell = grid.cellOfSquare[from] ?? 0;
  const target = grid.cellOfSquare[to] ?? 0;
  const context = targetContext(grid, ruleFlags, words);
  if ((((context.occupancy[OWN + (cell >>> 5)] ?? 0) >>> (cell & 31)) & 1) === 0) return false;
  return ((targetsOf(context, cell, target >>> 5) >>> (target & 31)) & 1) === 1;
}
