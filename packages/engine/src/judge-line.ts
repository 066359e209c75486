import { formatPosition, outcome, type Position, play, sidesIn } from '@terrace/rules';
import type { Engine } from './engine.ts';
import { type Judgement, judge } from './judgement.ts';
import { readPosition } from './load-game.ts';
import type { SearchedGame } from './searched-game.ts';
import type { Line } from './thought.ts';

/**
 * What a line that was found says of the game that was searched.
 *
 * @throws when the game is none: whoever made it had it from a position
 */
export function judgeLine(
  engine: Pick<Engine, 'worth'>,
  { rules, position: text }: SearchedGame,
  line: Line,
): Judgement {
  const start = readPosition(text, rules);
  if (sidesIn(start).length === 2) return judge(start, line, new Map());
  const position = formatPosition(endOf(start, line));
  return judge(start, line, engine.worth({ rules, position, earlier: [] }));
}

/**
 * The last position of a line in which the game still goes on with the same sides; the first move alone may take a T. What
 * comes later in such a line assumes that all others play against the side to move, and they may not.
 */
function endOf(start: Position, { moves }: Line): Position {
  let position = start;
  for (const [n, move] of moves.entries()) {
    const next = play(position, move);
    if (!next.ok || outcome(next.value) !== undefined) break;
    if (n > 0 && next.value.out.length > position.out.length) break;
    position = next.value;
  }
  return position;
}
