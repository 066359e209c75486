import {
  type History,
  type Move,
  type Position,
  parsePosition,
  playOn,
  type Rules,
  STANDARD_RULES,
} from '@terrace/rules';

export function positionFromText(text: string, rules: Rules = STANDARD_RULES): Position {
  const position = parsePosition(text, rules);
  if (!position.ok) throw new Error(`${position.error.code}: ${text}`);
  return position.value;
}

/** @throws if a move is illegal */
export function playAll(history: History, moves: readonly Move[]): History {
  return moves.reduce((before, move) => {
    const after = playOn(before, move);
    if (!after.ok) throw new Error(`${after.error.code}: ${move.from} to ${move.to}`);
    return after.value;
  }, history);
}
