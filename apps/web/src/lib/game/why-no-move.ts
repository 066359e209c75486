import { whyNot } from '@terrace/protocol';
import { type MoveRefusal, type Position, squareName } from '@terrace/rules';
import { words } from '#lib/words/words.ts';

/** Why a typed text is no move here, in one short sentence. */
export function whyNoMove(position: Position, refusal: MoveRefusal): string {
  switch (refusal.code) {
    case 'unreadable':
      return words.queue.unreadable;
    case 'no-such-square':
      return words.queue.noSquare(refusal.square);
    case 'other-ply':
      return words.queue.otherPly(refusal.said, refusal.ply);
    case 'wrong-letter': {
      const stands = refusal.stands === undefined ? undefined : words.board.piece(refusal.stands);
      return words.queue.wrongLetter(refusal.said, squareName(position.size, refusal.on), stands);
    }
    case 'illegal':
      return whyNot(position, refusal.why);
  }
}
