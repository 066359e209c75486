import {
  type DiagramRefusal,
  type MoveRefusal,
  type Position,
  type PositionTextRefusal,
  type RecordRefusal,
  type Side,
  whyNoDiagram,
  whyNoMove,
  whyNoPosition,
  whyNoRecord,
} from '@terrace/rules';
import { side } from './seats.ts';

const moves = (count: number) => (count === 1 ? '1 move' : `${count} moves`);

/** The board on which one person moves for everyone. */
export const analysis = {
  title: 'Analysis',
  board: 'Analysis board',
  free: 'Move for every side. What you try becomes a variation.',
  ofGame: (names: readonly string[]) => names.join(' – '),
  toGame: 'To the game',
  start: 'Start anew from',
  startNone: 'Choose a setup',
  edit: 'Edit position',
  turnBoard: 'Turn the board',
  link: 'Copy link',
  toMove: (one: Side) => `${side[one]} to move`,
  place: (move: number, of: number) => (move === 0 ? 'The start' : `Move ${move} of ${of}`),
  over: 'The game is over',
  wonBy: { arrival: 'Its T is on the goal.', 'last-in': 'It is the last side in the game.' },
  left: (one: Side) => `${side[one]} leaves the game.`,
  leftShort: 'leaves',
  moves: 'Moves and variations',
  none: (first: Side) => `No move yet. ${side[first]} begins.`,
  variation: 'Variation',
  comment: 'Comment on this move',
  commentStart: 'Comment on the start',
  promote: 'Make main line',
  prune: 'Delete from here',
  tooLarge: (most: number) => `A tree holds ${most} moves. Delete a variation to try another.`,
  keys: 'Arrow keys left and right step through the moves, up and down change the variation. Ctrl+Z takes back what was done to the tree. A file dropped on the page is read.',
  notKept: 'This tree is too large to be kept on this device. Save it as a file.',

  panel: 'Import and export',
  ways: { read: 'Read', write: 'Write' },
  paste: 'Paste a position, a diagram, moves or a record',
  readIt: 'Read it',
  open: 'Open file',
  fileTooLarge: 'This file is too large to be a record of a game.',
  form: 'Write as',
  forms: {
    position: 'Position text',
    plain: 'Diagram, plain',
    walled: 'Diagram with walls',
    official: 'Moves, official',
    numbered: 'Moves, with numbers',
    numeric: 'Moves, numeric',
    abstractplay: 'Moves, as AbstractPlay',
    record: 'Record (.gam)',
  },
  written: 'The text',
  copy: 'Copy',
  save: 'Save file',
  oneLine: (aside: number) =>
    `A record holds one line: the one on the board. ${moves(aside)} of other lines are left out.`,

  found: {
    record: (count: number) => `A record of ${moves(count)}.`,
    position: 'Position text.',
    plain: 'A plain diagram.',
    walled: 'A diagram with walls.',
    moves: {
      official: (count: number) => `${moves(count)} in official notation.`,
      numbered: (count: number) => `${moves(count)} in official notation, numbered.`,
      numeric: (count: number) => `${moves(count)} in numeric notation.`,
      abstractplay: (count: number) => `${moves(count)} in the form of AbstractPlay.`,
    },
  },
  unread: {
    nothing: 'There is nothing to read. Paste some text first.',
    unknown: (line: number, text: string) =>
      `Line ${line}: “${text}” begins no position, diagram, move list or record.`,
    record: (why: RecordRefusal) =>
      ('line' in why && why.code !== 'header' ? `Line ${why.line}. ` : '') + whyNoRecord(why),
    position: (line: number, why: PositionTextRefusal) => `Line ${line}: ${whyNoPosition(why)}`,
    diagram: (why: DiagramRefusal) => whyNoDiagram(why),
    move: (line: number, move: number, text: string, position: Position, why: MoveRefusal) =>
      `Line ${line}, move ${move} (${text}): ${whyNoMove(position, why)}`,
  },
  badAddress: (why: string) => `The address names no board to analyse. ${why}`,
};
