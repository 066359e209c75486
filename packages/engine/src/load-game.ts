import { type Position, parsePosition, pieces, type Rules, SIDES, type Side, sideIndex, sidesIn } from '@terrace/rules';
import type { Core } from './core.ts';
import type { SearchedGame } from './searched-game.ts';

/**
 * Sets the core to a game.
 *
 * @returns the position to search
 * @throws when the texts are no positions: whoever made the game had them from a game
 */
export function loadGame(core: Core, { rules, position: text, earlier }: SearchedGame): Position {
  const position = read(text, rules);
  core.configure(
    position.size,
    rules.capture === 'rank' ? 1 : 0,
    rules.sliding === 'not-larger' ? 1 : 0,
    setOf(position.seats),
  );
  core.forget();
  for (const each of earlier) {
    putPosition(core, read(each, rules));
    core.remember();
  }
  putPosition(core, position);
  return position;
}

function read(text: string, rules: Rules): Position {
  const position = parsePosition(text, rules);
  if (!position.ok) throw new Error(`no position of a game (${position.error.code}): ${text}`);
  return position.value;
}

function putPosition(core: Core, position: Position): void {
  core.clearBoard();
  for (const { square, piece } of pieces(position))
    core.put(square, sideIndex[piece.side], piece.size, piece.t ? 1 : 0);
  core.setTurn(sideIndex[position.turn], setOf(sidesIn(position)), position.quiet, position.ply);
}

const setOf = (sides: readonly Side[]): number =>
  SIDES.reduce((set, side, index) => (sides.includes(side) ? set | (1 << index) : set), 0);
