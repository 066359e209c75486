import type { Side } from '@terrace/rules';
import { side } from './seats.ts';

/** A game at one screen, without a server. */
export const local = {
  title: 'At one screen',
  promise: 'Two to four of you, one screen, no connection needed. The game is kept on this device.',
  event: 'Game at one screen',
  seats: 'Seats',
  names: 'Names',
  name: (who: Side) => side[who],
  guest: (n: number) => `Player ${n}`,
  times: { none: 'No clock', clock: 'Clock' },
  board: 'Board',
  boards: { stays: 'Stays', turns: 'Turns to the mover' },
  start: 'Start the game',
  again: 'Go on with the game',
  short: (name: string, time: string) => `${name} · ${time}`,
  undo: 'Undo',
  redo: 'Redo',
  save: 'Save',
  saveAs: 'Save as a record',
  newGame: 'New game',
  newAsk: 'End this game?',
  drawAsk: 'Do all agree?',
  resignAsk: (who: Side) => `${side[who]} resigns?`,
  paused: { title: 'Paused', sentence: 'The clocks stand.' },
};
