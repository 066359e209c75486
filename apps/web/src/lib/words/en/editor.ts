import { type PositionRefusal, type Side, whyNoPosition } from '@terrace/rules';
import { side } from './seats.ts';

/** What is wrong with a board somebody sets up, and what to do about it. */
function check(refusal: PositionRefusal): string {
  switch (refusal.code) {
    case 'no-t':
      return `${side[refusal.side]} has no T. Put one on the board.`;
    case 'second-t':
      return `${side[refusal.side]} has a second T on ${refusal.square}. Take one of the two away.`;
    case 't-on-goal':
      return `${side[refusal.side]}'s T stands on its goal, ${refusal.square}, already. Move it away.`;
    case 'no-move':
      return `${side[refusal.side]} has no legal move. Give it room, or let another side move.`;
    case 'piece-size':
      return `The piece on ${refusal.square} is too large for this board. Its largest is a C.`;
    case 'piece-of-one-out':
      return `The piece on ${refusal.square} belongs to ${side[refusal.side]}, who is out. Take it away.`;
    case 'seats':
    case 'nobody-to-play':
      return 'A game needs two sides that play. Seat another one.';
    case 'quiet':
      return `${refusal.quiet} quiet moves make a draw. The most here is ${refusal.limit - 1}.`;
    default:
      return whyNoPosition(refusal);
  }
}

/** The editor in which a position is set up. */
export const editor = {
  title: 'Position editor',
  board: 'Board to set up',
  palette: 'Pieces',
  nextSeat: (now: Side) => `Pieces of ${side[now]}; go to the next side`,
  eraser: 'Remove pieces',
  choose: (square: string) => `A piece for ${square}`,
  good: 'This position can be played.',
  check,
  undo: 'Undo',
  redo: 'Redo',
  seats: 'Seats',
  toMove: 'to move',
  partOf: (one: Side) => `${side[one]} in the game`,
  turnOf: (one: Side) => `${side[one]} to move`,
  parts: { in: 'Plays', out: 'Is out', none: 'No seat' },
  start: 'Start from',
  startNone: 'Choose a setup',
  empty: 'Empty board',
  size: 'Board',
  ply: 'Move number',
  quiet: 'Quiet moves',
  capture: 'Capture',
  sliding: 'Passing own pieces',
  text: 'Position text, or paste a diagram',
  play: 'Play from here',
  analyse: 'Analyse',
  setUp: 'Set it up on a board',
  link: 'Copy link',
  copied: 'Copied',
  notCopied: 'This browser does not let pages copy. Mark the text and copy it by hand.',
  turnBoard: 'Turn the board',
  how: 'Click a vacant square to choose a piece for it. Drag a piece to move it, drag it off the board or click it with the right button to remove it. With the keyboard, type a piece’s letter on a square, or Delete.',
  told: {
    put: (piece: string, square: string) => `${piece} on ${square}.`,
    moved: (piece: string, from: string, to: string) => `${piece} from ${from} to ${to}.`,
    removed: (piece: string, square: string) => `${piece} removed from ${square}.`,
    cleared: 'The board is empty.',
    loaded: 'Another position stands on the board.',
    undone: 'Undone.',
    redone: 'Done again.',
  },
} as const;
