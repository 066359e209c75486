import type { Illegal } from '../illegal.ts';
import type { Piece } from '../pieces.ts';
import type { Position } from '../position.ts';

/** Why a move is not legal, in one short sentence that names the square and the reason. */
export function whyNot(_: Pick<Position, 'size'>, illegal: Illegal): string {
  const at = (square: string) => square;
  switch (illegal.code) {
    case 'game-over':
      return 'The game is over.';
    case 'off-board':
      return 'That square is not on this board.';
    case 'same-square':
      return 'The piece stands there already.';
    case 'empty-square':
      return `There is no piece on ${at(illegal.on)}.`;
    case 'wrong-side':
      return `The piece on ${at(illegal.on)} is ${name(illegal.owner)}'s, and it is ${name(illegal.turn)}'s turn.`;
    case 'two-levels':
      return `That is ${illegal.levels} levels away. A piece climbs or drops one level at a time.`;
    case 'not-adjacent':
      return `One level ${illegal.way} is a single step, to a square beside this one.`;
    case 'across-the-centre':
      return 'Nothing crosses the centre point.';
    case 'off-terrace':
      return 'That terrace has the same level but is a different one.';
    case 'blocked':
      return `${owned(illegal.by)} on ${at(illegal.on)} blocks this terrace.`;
    case 'occupied':
      return illegal.way === 'level'
        ? `${owned(illegal.by)} stands on ${at(illegal.on)}. A piece moves along its terrace to a vacant square.`
        : `${owned(illegal.by)} stands on ${at(illegal.on)}. Only diagonally down is for capturing.`;
    case 'down-diagonal-only-captures':
      return 'Down diagonally is only for capturing.';
    case 'larger-than-you':
      return `${owned(illegal.by)} on ${at(illegal.on)} is too large for this piece to take.`;
    case 'not-smaller-than-you':
      return `${owned(illegal.by)} on ${at(illegal.on)} is not smaller. Straight up, a piece takes only smaller ones.`;
  }
}

const owned = ({ side, size, t }: Piece): string => `${name(side)}'s ${t ? 'T' : '.ABCD'.charAt(size)}`;

const name = (side: string): string => side.charAt(0).toUpperCase() + side.slice(1);
