import {
  type BoardSize,
  type History,
  type Position,
  parsePosition,
  parseSquare,
  playMoves,
  type Square,
  startHistory,
  startPosition,
} from '@terrace/rules';

export function at(name: string, size: BoardSize = 8): Square {
  const square = parseSquare(size, name);
  if (square === undefined) throw new Error(`no square ${name}`);
  return square;
}

export function positionFromText(text: string): Position {
  const read = parsePosition(text);
  if (!read.ok) throw new Error(`${text}: ${read.error.code}`);
  return read.value;
}

/** A game after these moves, such as `d2-d3`, from a position, or from the start of the long game. */
export function played(moves: readonly string[], start: Position | History = startPosition('long')): History {
  const history = playMoves('parent' in start ? start : startHistory(start), moves);
  if (!history.ok) throw new Error(`${history.error.text}: ${history.error.why.code}`);
  return history.value;
}
