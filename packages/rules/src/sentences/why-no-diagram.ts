import type { DiagramRefusal } from '../diagram.ts';
import { whyNoPosition } from './why-no-position.ts';

/** Why a text is no diagram of a position (R23), in one short sentence. */
export function whyNoDiagram(why: DiagramRefusal): string {
  switch (why.code) {
    case 'no-board':
      return 'No line shows the top rank of a board.';
    case 'rank-missing':
      return `Rank ${why.rank} is missing.`;
    case 'rank-width':
      return `Rank ${why.rank} does not fill the board's width.`;
    case 'unknown-letter':
      return `Nobody seated has a piece ${why.letter} (${why.square}).`;
    default:
      return whyNoPosition(why);
  }
}
