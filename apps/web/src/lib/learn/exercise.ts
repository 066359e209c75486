import { type Move, type Position, parsePosition, parseSquare, type Square } from '@terrace/rules';

export type MoveText = `${string}-${string}`;

export type LessonMove = {
  accepts(before: Position, move: Move): boolean;
  readonly solution: MoveText;
  readonly reply?: MoveText;
};

type Task =
  | { readonly kind: 'find'; accepts(position: Position, square: Square): boolean; readonly solution: string }
  | { readonly kind: 'play'; readonly steps: readonly LessonMove[] };

export type Exercise = {
  readonly key: string;
  readonly position: string;
  readonly task: Task;
};

/** @throws on invalid position text, which the tests rule out */
export function positionIn({ key, position }: Pick<Exercise, 'key' | 'position'>): Position {
  const read = parsePosition(position);
  if (!read.ok) throw new Error(`the exercise ${key} has invalid position text: ${read.error.code}`);
  return read.value;
}

/** @throws when a square does not exist on this board, which the tests rule out */
export function moveIn({ size }: Position, text: MoveText): Move {
  const [from, to] = text.split('-').map((name) => parseSquare(size, name));
  if (from === undefined || to === undefined) throw new Error(`${text} is not a move`);
  return { from, to };
}
