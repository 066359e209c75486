import type { MoveRefusal } from '../notation.ts';
import type { Position } from '../position.ts';
import { whyNot } from './why-not.ts';

/** Why a text is no move of this position, in one short sentence that says what stands there instead (R20). */
export function whyNoMove(position: Pick<Position, 'size' | 'seats'>, refusal: MoveRefusal): string {
  switch (refusal.code) {
    case 'unreadable':
      return 'That is no move. Write one like d-a2-b3, a2-b3, or d-a2-b3:c where it captures.';
    case 'no-such-square':
      return `This board has no square ${refusal.square}.`;
    case 'other-ply':
      return `That is meant as move ${refusal.said}, and the game stands before move ${refusal.ply}.`;
    case 'wrong-letter': {
      const { said, on, stands } = refusal;
      const there = stands === undefined ? 'no piece' : `a piece ${stands}`;
      return `The move says ${said}, but ${there} stands on ${on}.`;
    }
    case 'illegal':
      return whyNot(position, refusal.why);
  }
}
