import type { RecordRefusal } from '../record-read.ts';
import { whyNoMove } from './why-no-move.ts';
import { whyNoPosition } from './why-no-position.ts';

/** Why a text is no record of a game (R25), in one short sentence with the move's number. */
export function whyNoRecord(why: RecordRefusal): string {
  switch (why.code) {
    case 'header':
      return `Line ${why.line} is no header; one looks like [Event "Club evening"].`;
    case 'header-twice':
      return `The header ${why.name} stands there twice.`;
    case 'setup':
      return `The setup ${why.text} does not fit this record.`;
    case 'rules':
      return `The rules ${why.text} are unknown; write standard, or rank, or not-larger, or both.`;
    case 'start-missing':
      return 'A custom setup needs a Start header with its position.';
    case 'start':
      return `The Start header does not read: ${whyNoPosition(why.why)}`;
    case 'move':
      return `Move ${why.move} (${why.text}): ${whyNoMove(why.position, why.why)}`;
    case 'move-number':
      return `Move ${why.move} is numbered ${why.said}.`;
    case 'comment-without-end':
      return `A comment before move ${why.move} never ends.`;
    case 'cannot-leave':
      return `Before move ${why.move} ${why.side} leaves, but is not in the game.`;
    case 'after-the-result':
      return 'Something follows the result.';
    case 'no-result':
      return 'The result is missing at the end: a side, draw, or * for a game not finished.';
    case 'other-result':
      return `The result is given as ${why.said}, but it is ${why.found}.`;
  }
}
