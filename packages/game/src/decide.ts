import type { Command, Player } from '@terrace/protocol';
import { err, ok } from '@terrace/rules';
import { refund } from './clock.ts';
import type { CommandContext, Decision } from './context.ts';
import { offer, refuse } from './offers.ts';
import { claim, flag, give, move, resign } from './play.ts';
import type { GameState } from './state.ts';
import { abandon, abort, decline, leave, sit, start } from './table.ts';

/**
 * What only the server asks: to make good the time it could not save, to close the table of a host who has gone, and to
 * call a player by another name.
 */
export type ServerCommand =
  | { readonly type: 'interrupt'; readonly since: number; readonly until: number }
  | { readonly type: 'abandon' }
  | { readonly type: 'rename'; readonly player: Player };

/** Before the start there is a table to sit at, after the end only a rematch to speak of. */
const AT_A_TABLE = new Set(['decline', 'leave', 'start', 'abandon']);
const AFTER_THE_END = new Set(['offer', 'refuse']);

/** The whole of the game's law: which events a command makes, or why it makes none. No I/O, and no clock but `context`. */
export function decide(state: GameState, command: Command | ServerCommand, context: CommandContext): Decision {
  if (state.status === 'closed') return err({ code: 'table-closed' });
  if (state.status === 'over' && !AFTER_THE_END.has(command.type)) return err({ code: 'game-over' });
  if (state.status !== 'open' && AT_A_TABLE.has(command.type)) return err({ code: 'already-started' });
  switch (command.type) {
    case 'sit':
      return sit(state, command.side, context);
    case 'decline':
      return decline(state, context);
    case 'leave':
      return leave(state, context);
    case 'start':
      return start(state, context);
    case 'abandon':
      return abandon(state, context);
    case 'abort':
      return abort(state, context);
    case 'move':
      return move(state, command, context);
    case 'resign':
      return resign(state, context);
    case 'offer':
      return offer(state, command.offer, context);
    case 'refuse':
      return refuse(state, command.offer, context);
    case 'give-time':
      return give(state, context);
    case 'claim':
      return claim(state, command.side, context);
    case 'flag':
      return flag(state, context);
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
