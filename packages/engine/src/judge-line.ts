import { formatPosition, outcome, type Position, play, sidesIn } from '@terrace/rules';
import type { Engine } from './engine.ts';
import { type Judgement, judge } from './judgement.ts';
import { readPosition } from './load-game.ts';
import type { SearchedGame } from './searched-game.ts';
import type { Line } from './thought.ts';

/** @throws if the game has an invalid position */
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

/** Ends before a side is eliminated by a later move: those assume that all others play against the mover. */
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
