import { type GameState, wasFull } from '@terrace/game';
import type { PlayerId } from '@terrace/protocol';
import type { Side } from '@terrace/rules';

// Separate from `actions.ts`, because only the pages of tables and ended games load it.

/** Whether the players can have a rematch: also of a game closed before its first move. */
export const hasRematch = (state: GameState): boolean =>
  state.status === 'over' || (state.status === 'closed' && wasFull(state));

/** What a table that has not begun offers to a visitor. */
export function waitingActions(state: GameState, me: PlayerId | undefined, you: Side | undefined) {
  const vacant = state.seats.filter((seat) => seat.player === null);
  const hosting = me !== undefined && state.host === me;
  const invited = you === undefined && vacant.some(({ reserved }) => reserved !== null && reserved.id === me);
  return {
    vacant,
    hosting,
    invited,
    /** Rated games exclude computers. */
    fills: hosting && !state.settings.rated && vacant.some(({ reserved }) => reserved === null),
    starts: hosting && state.settings.starts === 'host' && vacant.length === 0,
    leaves: !invited && (you !== undefined || hosting),
    sits: (seat: (typeof vacant)[number]) =>
      you === undefined && seat.player === null && (seat.reserved === null || seat.reserved.id === me),
  };
}
