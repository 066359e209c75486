import { type Position, parsePosition, pieces, type Rules, sideIndex, sideSet, sidesIn } from '@terrace/rules';
import type { Core } from './core.ts';
import type { SearchedGame } from './searched-game.ts';

/**
 * Sets the core to a game.
 *
 * @returns the position to search
 * @throws when the texts are no positions: whoever made the game had them from a game
 */
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

/** @throws when the text is not a valid position, which is a fault of the caller */
export function readPosition(text: string, rules: Rules): Position {
  const position = parsePosition(text, rules);
  if (!position.ok) throw new Error(`no position of a game (${position.error.code}): ${text}`);
  return position.value;
}

function putPosition(core: Core, position: Position): void {
  core.clearBoard();
  for (const { square, piece } of pieces(position))
    core.put(square, sideIndex[piece.side], piece.size, piece.t ? 1 : 0);
  core.setTurn(sideIndex[position.turn], sideSet(sidesIn(position)), position.quiet, position.ply);
}
