import {
  checkPosition,
  type Piece,
  type Position,
  type Rules,
  SIDES,
  type Side,
  type Size,
  type Square,
  squares,
} from '@terrace/rules';
import { EVERY_RULES } from '../../../rules/src/testing/games.ts';

export type PositionKind = {
  readonly players?: number;
  readonly boardSize?: 6 | 8;
  readonly pieces?: number;
  readonly rules?: Rules;
  /** By default up to 7, at random. */
  readonly quiet?: number;
};

/** A random position of the editor: any sides, in or out, any pieces, some quiet plies. @param next 32-bit integers */
export function randomPosition(next: () => number, kind: PositionKind = {}): Position {
  for (;;) {
    const position = checkPosition(randomSetup(next, kind));
    if (position.ok) return position.value;
  }
}

function randomSetup(
  next: () => number,
  { players = 2 + (next() % 3), boardSize, pieces = 24, rules, quiet }: PositionKind,
) {
  const size = boardSize ?? pick(next, [6, 8] as const);
  const seats = drawSides(next, players);
  const out = seats.length > 2 && next() % 3 === 0 ? drawSides(next, 1).filter((side) => seats.includes(side)) : [];
  const sides = seats.filter((side) => !out.includes(side));
  const placed = new Map<Square, Piece>();
  for (const side of sides) placed.set(pick(next, squares(size)), { side, size: 1, t: true });
  for (let left = next() % (pieces + 1); left > 0; left--) {
    const square = pick(next, squares(size));
    const largest: readonly Size[] = size === 8 ? [1, 2, 3, 4] : [1, 2, 3];
    if (!placed.has(square)) placed.set(square, { side: pick(next, sides), size: pick(next, largest), t: false });
  }
  return {
    size,
    rules: rules ?? pick(next, EVERY_RULES),
    seats,
    out,
    turn: pick(next, sides),
    pieces: placed,
    quiet: quiet ?? next() % 8,
    ply: 1 + (next() % 100),
  };
}

function drawSides(next: () => number, count: number): readonly Side[] {
  const drawn = new Set<Side>();
  while (drawn.size < count) drawn.add(pick(next, SIDES));
  return SIDES.filter((side) => drawn.has(side));
}

function pick<T>(next: () => number, list: readonly T[]): T {
  const one = list[next() % list.length];
  if (one === undefined) throw new RangeError('nothing to pick from');
  return one;
}
