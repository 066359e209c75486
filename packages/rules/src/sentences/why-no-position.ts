import type { PositionTextRefusal } from '../position-text.ts';

/** Why something is no position a game can begin from, in one short sentence that names the square where it can. */
export function whyNoPosition(refusal: PositionTextRefusal): string {
  switch (refusal.code) {
    case 'five-fields':
      return `A position has five parts, this text has ${refusal.fields}.`;
    case 'seat-letters':
      return `The seats are letters in the order s w n e, not "${refusal.text.slice(0, 10)}".`;
    case 'turn-letter':
      return `The side to move is one of s w n e, not "${refusal.text.slice(0, 10)}".`;
    case 'number':
      return `The ${refusal.field} count is a whole number, not "${refusal.text.slice(0, 10)}".`;
    case 'rank-count':
      return `A board has eight or six ranks, this one has ${refusal.ranks}.`;
    case 'rank-width':
      return `Rank ${refusal.rank} does not have as many squares as the board has ranks.`;
    case 'unknown-letter':
      return `Rank ${refusal.rank} has the letter "${refusal.letter.slice(0, 3)}", which is no piece of these seats.`;
    case 'seats':
      return 'A game has two to four different seats.';
    case 'not-seated':
      return `${capital(refusal.side)} has no seat.`;
    case 'turn-of-one-out':
      return `${capital(refusal.side)} is out and cannot be to move.`;
    case 'piece-of-nobody':
      return `The piece on ${refusal.square} belongs to no seat.`;
    case 'piece-of-one-out':
      return `The piece on ${refusal.square} belongs to ${capital(refusal.side)}, who is out.`;
    case 'piece-size':
      return `The piece on ${refusal.square} is too large; the largest here is ${'.ABCD'.charAt(refusal.largest)}.`;
    case 't-size':
      return `The T on ${refusal.square} is not of the smallest size.`;
    case 'no-t':
      return `${capital(refusal.side)} has no T.`;
    case 'second-t':
      return `${capital(refusal.side)} has a second T on ${refusal.square}.`;
    case 't-on-goal':
      return `${capital(refusal.side)}'s T stands on its goal, ${refusal.square}, already.`;
    case 'quiet':
      return `${refusal.quiet} quiet moves make a draw; the most is ${refusal.limit}.`;
    case 'ply':
      return `${refusal.ply} is no move number.`;
    case 'nobody-to-play':
      return 'Fewer than two sides are in the game.';
    case 'no-move':
      return `${capital(refusal.side)} has no legal move.`;
  }
}

const capital = (side: string): string => side.charAt(0).toUpperCase() + side.slice(1);
