import type {
  BoardSize,
  DiagramRefusal,
  Illegal,
  MoveRefusal,
  Piece,
  PositionRefusal,
  PositionTextRefusal,
} from '../index.ts';
import {
  type PlacementRefusal,
  pieceLetter,
  type RecordRefusal,
  type Side,
  type Square,
  squareName,
} from '../index.ts';

/** What a sentence needs to name squares and pieces as the board in question does. */
export interface Board {
  readonly size: BoardSize;
  readonly seats: readonly Side[];
}

const called = (piece: Piece, { seats }: Board): string => `${piece.side}'s ${pieceLetter(piece, seats)}`;

/** One sentence a refusal: what is wrong, in the words of the rulebook. */
export function sayIllegal(why: Illegal, board: Board): string {
  const at = (square: Square): string => squareName(board.size, square);
  switch (why.code) {
    case 'game-over':
      return 'The game is over.';
    case 'off-board':
      return 'That square is not on this board.';
    case 'same-square':
      return `The piece already stands on ${at(why.on)}.`;
    case 'empty-square':
      return `No piece stands on ${at(why.on)}.`;
    case 'wrong-side':
      return `${called(why.piece, board)} stands on ${at(why.on)}, and it is ${why.turn}'s turn.`;
    case 'two-levels':
      return `A step goes one level up or down, not ${why.levels}.`;
    case 'not-adjacent':
      return `Moving ${why.way} goes one square at a time.`;
    case 'across-the-centre':
      return 'Nothing crosses the middle of the board on one level.';
    case 'off-terrace':
      return 'That square is on another terrace of the same level.';
    case 'blocked':
      return `${called(why.by, board)} on ${at(why.on)} blocks this terrace.`;
    case 'occupied':
      return `${called(why.by, board)} stands on ${at(why.on)}, and a move ${why.way === 'level' ? 'along a level' : why.way} does not capture it.`;
    case 'down-diagonal-only-captures':
      return 'Down diagonally is only for capturing.';
    case 'larger-than-you':
      return `${called(why.by, board)} on ${at(why.on)} is too large to be captured by this piece.`;
    case 'not-smaller-than-you':
      return `Straight up only a smaller piece is captured, and ${called(why.by, board)} on ${at(why.on)} is not.`;
  }
}

export function sayMove(why: MoveRefusal, board: Board): string {
  switch (why.code) {
    case 'unreadable':
      return 'That is no move in any notation.';
    case 'no-such-square':
      return `The board has no square ${why.square}.`;
    case 'other-ply':
      return `It is meant as move ${why.said}, and the game stands at move ${why.ply}.`;
    case 'wrong-letter': {
      const stands = why.stands ? called(why.stands, board) : 'no piece';
      return `${why.said} does not fit: ${stands} stands on ${squareName(board.size, why.on)}.`;
    }
    case 'illegal':
      return sayIllegal(why.why, board);
  }
}

const sayPlacement = (why: PlacementRefusal): string => {
  switch (why.code) {
    case 'rank-count':
      return 'A placement has eight ranks, or six, parted by strokes.';
    case 'rank-width':
      return `Rank ${why.rank} does not fill the board's width.`;
    case 'unknown-letter':
      return `Nobody seated has a piece ${why.letter} (rank ${why.rank}).`;
  }
};

const isPlacement = (why: PositionTextRefusal): why is PlacementRefusal =>
  why.code === 'rank-count' || why.code === 'rank-width' || why.code === 'unknown-letter';

export function sayPositionText(why: PositionTextRefusal): string {
  if (isPlacement(why)) return sayPlacement(why);
  switch (why.code) {
    case 'five-fields':
      return 'Position text has five fields parted by single blanks: placement, turn, seats, quiet plies, ply.';
    case 'seat-letters':
      return `Seats are letters of swne in that order, upper case for those out, not ${why.text}.`;
    case 'turn-letter':
      return `The turn is one of s, w, n and e, not ${why.text}.`;
    case 'number':
      return `The ${why.field} field is a whole number, not ${why.text}.`;
    default:
      return sayPosition(why);
  }
}

export function sayPosition(why: PositionRefusal): string {
  switch (why.code) {
    case 'board-size':
      return `A board has eight or six squares a side, not ${why.size}.`;
    case 'unknown-rules':
      return 'Capture is standard or rank, sliding standard or not-larger.';
    case 'seats':
      return 'A game has two to four different sides.';
    case 'not-seated':
      return `${why.side} has no seat in this game.`;
    case 'turn-of-one-out':
      return `It cannot be the turn of ${why.side}, who is out.`;
    case 'off-board':
      return `The board has no square ${why.square}.`;
    case 'two-on-a-square':
      return `Two pieces stand on ${why.square}.`;
    case 'piece-of-nobody':
      return `The piece on ${why.square} is ${why.side}'s, who has no seat.`;
    case 'piece-of-one-out':
      return `The piece on ${why.square} is ${why.side}'s, who is out.`;
    case 'piece-size':
      return `The piece on ${why.square} has size ${why.size}; this board's sizes are 1 to ${why.largest}.`;
    case 't-size':
      return `The T on ${why.square} has size ${why.size}; a T is of size 1.`;
    case 'no-t':
      return `${why.side} has no T.`;
    case 'second-t':
      return `${why.side} has a second T on ${why.square}.`;
    case 't-on-goal':
      return `The T of ${why.side} already stands on its goal, ${why.square}.`;
    case 'quiet':
      return `The quiet plies are a whole number up to ${why.limit}, not ${why.quiet}.`;
    case 'ply':
      return `The move number is a whole number from 1 on, not ${why.ply}.`;
    case 'nobody-to-play':
      return 'Fewer than two sides are in the game.';
    case 'no-move':
      return `${why.side} is to move and has no move.`;
  }
}

export function sayDiagram(why: DiagramRefusal): string {
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
      return sayPosition(why);
  }
}

export function sayRecord(why: RecordRefusal): string {
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
      return `The Start header does not read: ${sayPositionText(why.why)}`;
    case 'move':
      return `Move ${why.move} (${why.text}): ${sayMove(why.why, why.position)}`;
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
