import { level, type Square, terraceOf, terraces } from './board.ts';
import { eliminate, nextIn } from './core/eliminate.ts';
import { gridOf } from './core/grid.ts';
import { DECIDED, QUIET_PLIES, SIDES_IN, TURN } from './core/layout.ts';
import { encode, make, UNDO_WORDS } from './core/make.ts';
import { countTree } from './core/perft.ts';
import { explainIllegal, type Illegal } from './illegal.ts';
import { isLegal, type Move } from './legal.ts';
import { core, createPosition, type Position, pieceAt } from './position.ts';
import { err, ok, type Result } from './result.ts';
import { type Side, sideIndex } from './sides.ts';

/** `level` slides (R6), `up` and `down` step (R7, R8), `capture` takes a piece of any side (R9, R10). */
export type MoveKind = 'level' | 'up' | 'down' | 'capture';

/** Receives undo data of `make`, which immutable positions do not need. */
const discarded = new Int32Array(UNDO_WORDS);

/** The position after a move, or why the move is illegal (R6 to R15). */
export function play(position: Position, move: Move): Result<Position, Illegal> {
  if (!isLegal(position, move)) {
    return err(explainIllegal(position, move.from, move.to) ?? { code: 'game-over' });
  }
  const grid = gridOf(position.size);
  const after = position[core].words.slice();
  make(grid, after, encode(grid.cellOfSquare[move.from] ?? 0, grid.cellOfSquare[move.to] ?? 0), discarded, 0);
  return ok(createPosition(position, after));
}

/**
 * The position after a side has left (R15). The turn passes only if it was the leaver's. Returns the same position if
 * the side is already out or the game decided.
 */
export function removeSide(position: Position, side: Side): Position {
  const { words } = position[core];
  const index = sideIndex[side];
  if (words[DECIDED] !== 0 || (((words[SIDES_IN] ?? 0) >>> index) & 1) === 0) return position;
  const after = words.slice();
  eliminate(after, index);
  if (after[TURN] === index) after[TURN] = nextIn(after, index);
  return createPosition(position, after);
}

/** The same board with `side` to move and no quiet plies. A side that is out has no moves. */
export function withTurn(position: Position, side: Side): Position {
  const words = position[core].words.slice();
  words[TURN] = sideIndex[side];
  words[QUIET_PLIES] = 0;
  return createPosition(position, words);
}

export function moveKind(position: Position, { from, to }: Move): MoveKind {
  if (pieceAt(position, to)) return 'capture';
  const rise = level(position.size, to) - level(position.size, from);
  return rise === 0 ? 'level' : rise > 0 ? 'up' : 'down';
}

/** The squares of a move, with both ends: along the terrace for a slide, else just the two. */
export function slidePath(position: Position, { from, to }: Move): readonly Square[] {
  const { size } = position;
  const path = terraces(size)[terraceOf(size, from)] ?? [];
  const start = path.indexOf(from);
  const end = path.indexOf(to);
  if (end < 0) return [from, to];
  return start <= end ? path.slice(start, end + 1) : path.slice(end, start + 1).reverse();
}

/** Counts move sequences, not those of games that end sooner. Ignores repetition. @param leaves `count`: see `countTree` */
export const perft = (position: Position, depth: number, leaves: 'count' | 'make' = 'count'): number =>
  countTree({ grid: gridOf(position.size), ...position[core] }, depth, leaves);
