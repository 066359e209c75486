import { searchedGame } from '@terrace/engine';
import type { History } from '@terrace/rules';
import { engineOf } from './players.ts';

const SHORT_SEARCH = { depth: 6, nodes: 4000 } as const;
/**
 * In hundredths of the smallest piece, for the side to move. With more seats the score is against all others together.
 */
const LEVEL_TWO = 60;
const LEVEL_MORE = 200;

/** Whether a short search rates the position as about even. */
export function isLevel(history: History): boolean {
  const line = engineOf().search(searchedGame(history), SHORT_SEARCH).lines[0];
  return line !== undefined && Math.abs(line.score) <= (history.position.seats.length === 2 ? LEVEL_TWO : LEVEL_MORE);
}
