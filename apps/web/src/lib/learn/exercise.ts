import { type Move, type Position, parsePosition, parseSquare, type Square } from '@terrace/rules';

/** A move as exercises write it: `e4-e5`. */
export type MoveText = `${string}-${string}`;

/** One move to be made, and what another side does after it. */
export type LessonMove = {
  /** Whether a legal move does what is asked. */
  accepts(before: Position, move: Move): boolean;
  readonly solution: MoveText;
  readonly reply?: MoveText;
};

type Task =
  /** To click a square. */
  | { readonly kind: 'find'; accepts(position: Position, square: Square): boolean; readonly solution: string }
  | { readonly kind: 'play'; readonly steps: readonly LessonMove[] };

/** Something to be done on a board. */
export type Exercise = {
  readonly key: string;
  /** As position text (R24). */
  readonly position: string;
  readonly task: Task;
};

/** The position an exercise begins with. @throws when its text is none: a fault in the exercise, which the tests find */
export function positionIn({ key, position }: Pick<Exercise, 'key' | 'position'>): Position {
  const read = parsePosition(position);
  if (!read.ok) throw new Error(`the exercise ${key} has no position: ${read.error.code}`);
  return read.value;
}

/** The move of a text on this board. @throws when there are no such squares: a fault in the exercise */
export function moveIn({ size }: Position, text: MoveText): Move {
  const [from, to] = text.split('-').map((name) => parseSquare(size, name));
  if (from === undefined || to === undefined) throw new Error(`${text} is no move`);
  return { from, to };
}
