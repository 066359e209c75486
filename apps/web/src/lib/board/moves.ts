import {
  goalPath,
  goalSquare,
  legalMoves,
  type Move,
  moveKind,
  type Position,
  pieceAt,
  type Square,
  sidesIn,
  slidePath,
} from '@terrace/rules';
import type { Arrow, Goal, GoalPath, MoveTrace, Target } from './board-state.ts';
import type { Movable } from './selection.svelte.ts';

export const legalTargets = (position: Position): readonly Target[] =>
  legalMoves(position).map((move) => target(position, move));

export function target(position: Position, move: Move): Target {
  const own = pieceAt(position, move.to)?.side === pieceAt(position, move.from)?.side;
  return { ...move, kind: moveKind(position, move), ...(own && { own }) };
}

/** Movable pieces for these targets; by default moves are played at once without a question. */
export function movableAmong(targets: readonly Target[], options: Partial<Movable> = {}): Movable {
  const byOrigin = Map.groupBy(targets, ({ from }) => from);
  return {
    when: targets.length > 0 ? 'now' : 'never',
    own: new Set<Square>(byOrigin.keys()),
    targets: (from) => new Set(byOrigin.get(from)?.map(({ to }) => to)),
    takesOwn: (from, to) => byOrigin.get(from)?.some((each) => each.to === to && each.own) ?? false,
    asks: () => undefined,
    ...options,
  };
}

/** @param number 0 for a move that has not been played */
export const traceMove = (position: Position, { from, to }: Move, number = position.ply): MoveTrace => ({
  number,
  from,
  to,
  path: slidePath(position, { from, to }),
  kind: moveKind(position, { from, to }),
});

export const arrow = (position: Position, { from, to }: Move, kind: Arrow['kind']): Arrow => ({
  from,
  to,
  path: slidePath(position, { from, to }),
  kind,
});

/** Each goal of the remaining sides once (R12). */
export const goalsOf = ({ seats, out, size }: Pick<Position, 'seats' | 'out' | 'size'>): readonly Goal[] =>
  [
    ...Map.groupBy(
      seats.filter((side) => !out.includes(side)),
      (side) => goalSquare(size, side),
    ),
  ].map(([square, sides]) => ({ square, sides }));

export const goalPathsIn = (position: Position): readonly GoalPath[] =>
  sidesIn(position).flatMap((side) => {
    const moves = goalPath(position, side);
    return moves === undefined ? [] : [{ side, moves: moves.map((move) => slidePath(position, move)) }];
  });
