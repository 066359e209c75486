import type { Side } from '@terrace/rules';
import { side } from './seats.ts';

/** Moves made ahead in a game by days. */
export const queue = {
  title: 'Queued moves',
  none: 'Queue your replies, and they are played when their turn comes.',
  count: (count: number) => (count === 1 ? '1 move queued' : `${count} moves queued`),
  plan: 'Plan',
  done: 'Done',
  after: (move: string) => `after ${move}`,
  any: 'after any move',
  remove: (move: string) => `Remove ${move} and what follows`,
  clear: 'Clear',
  unfit: (count: number) =>
    count === 1 ? 'One more does not fit the board any longer.' : `${count} more do not fit the board any longer.`,
  yourTurn: 'It is your turn. Play your move first.',
  full: 'The queue is full.',
  over: 'Nothing can follow there.',
  choose: (who: Side) => `Choose what ${side[who]} may play.`,
  reply: 'Choose your move.',
  afterAny: 'After any move',
  typed: 'Or type the move',
  example: 'd-a2-b3',
  add: 'Add',
};
