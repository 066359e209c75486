import type { Command, Player } from '@terrace/protocol';
import { err, ok } from '@terrace/rules';
import type { Asking, Decision } from './asking.ts';
import { refund } from './clock.ts';
import { offer, refuse } from './offers.ts';
import { claim, flag, give, move, resign } from './play.ts';
import type { GameState } from './state.ts';
import { abandon, abort, decline, leave, sit, start } from './table.ts';

/**
 * What only the server asks: to make good the time it could not save, to close the table of a host who has gone, and to
 * call a player by another name.
 */
export type OwnCommand =
  | { readonly type: 'interrupt'; readonly since: number; readonly until: number }
  | { readonly type: 'abandon' }
  | { readonly type: 'rename'; readonly player: Player };

/** Before the start there is a table to sit at, after the end only a rematch to speak of. */
const AT_A_TABLE = new Set(['decline', 'leave', 'start', 'abandon']);
const AFTER_THE_END = new Set(['offer', 'refuse']);

/** The whole of the game's law: which events a command makes, or why it makes none. No I/O, and no clock but `asking`. */
export function decide(state: GameState, command: Command | OwnCommand, asking: Asking): Decision {
  if (state.status === 'closed') return err({ code: 'table-closed' });
  if (state.status === 'over' && !AFTER_THE_END.has(command.type)) return err({ code: 'game-over' });
  if (state.status !== 'open' && AT_A_TABLE.has(command.type)) return err({ code: 'already-started' });
  switch (command.type) {
    case 'sit':
      return sit(state, command.side, asking);
    case 'decline':
      return decline(state, asking);
    case 'leave':
      return leave(state, asking);
    case 'start':
      return start(state, asking);
    case 'abandon':
      return abandon(state, asking);
    case 'abort':
      return abort(state, asking);
    case 'move':
      return move(state, command, asking);
    case 'resign':
      return resign(state, asking);
    case 'offer':
      return offer(state, command.offer, asking);
    case 'refuse':
      return refuse(state, command.offer, asking);
    case 'give-time':
      return give(state, asking);
    case 'claim':
      return claim(state, command.side, asking);
    case 'flag':
      return flag(state, asking);
    case 'rename':
      return state.seats.some(({ player, reserved }) => (player ?? reserved)?.id === command.player.id)
        ? ok([{ type: 'renamed', player: command.player }])
        : ok([]);
    case 'interrupt':
      return state.clock === null || refund(state.clock, command.since, command.until) === state.clock
        ? ok([])
        : ok([{ type: 'interrupted', since: command.since, until: command.until }]);
  }
}
