import { type Position, parsePosition, pieces, type Rules, sideIndex, sideSet, sidesIn } from '@terrace/rules';
import type { Core } from './core.ts';
import type { SearchedGame } from './searched-game.ts';

/** @returns the position to search @throws if a text is not a valid position */
export function loadGame(core: Core, { rules, position: text, earlier }: SearchedGame): Position {
  const position = readPosition(text, rules);
  core.configure(
    position.size,
    rules.capture === 'rank' ? 1 : 0,
    rules.sliding === 'not-larger' ? 1 : 0,
    sideSet(position.seats),
  );
  core.forget();
  for (const each of earlier) {
    putPosition(core, readPosition(each, rules));
    core.remember();
  }
  putPosition(core, position);
  return position;
}

/** @throws if the text is not a valid position, a fault of the caller */
export function readPosition(text: string, rules: Rules): Position {
  const position = parsePosition(text, rules);
  if (!position.ok) throw new Error(`invalid position of a game (${position.error.code}): ${text}`);
  return position.value;
}

function putPosition(core: Core, position: Position): void {
  core.clearBoard();
  for (const { square, piece } of pieces(position))
    core.put(square, sideIndex[piece.side], piece.size, piece.t ? 1 : 0);
  core.setTurn(sideIndex[position.turn], sideSet(sidesIn(position)), position.quiet, position.ply);
}
