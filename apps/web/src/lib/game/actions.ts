import { consenters, type GameState, hasMoved, offerRefusal, wasFull } from '@terrace/game';
import type { Offer, PlayerId, Refusal } from '@terrace/protocol';
import type { Side } from '@terrace/rules';

// What the page of a game offers to a player. A test compares it with the table of rights: the page shows no action
// that the server would refuse, and every action that it would accept.

/** Whether a side is in play in a live game (R15). */
export const isPlaying = (state: GameState, you: Side | undefined): boolean =>
  state.status === 'live' && you !== undefined && !state.history.position.out.includes(you);

export const mayAbort = (state: GameState, you: Side | undefined): boolean =>
  you !== undefined && isPlaying(state, you) && !hasMoved(state, you);

export const mayGiveTime = (state: GameState, you: Side | undefined): boolean =>
  isPlaying(state, you) && state.settings.time?.kind === 'clock';

/** Why a player cannot make an offer now; `open` while one of the same kind waits for answers. */
export function offerProblem(state: GameState, offer: Offer, you: Side): Refusal | 'open' | undefined {
  return state.offers[offer] === undefined ? offerRefusal(state, offer, you) : 'open';
}

/** The answers of a player to the open offer: its maker may only withdraw it. */
export function answersTo(state: GameState, offer: Offer, you: Side | undefined): readonly ('accept' | 'refuse')[] {
  const open = state.offers[offer];
  if (open === undefined || you === undefined || !consenters(state, offer).includes(you)) return [];
  if (open.by === you) return ['refuse'];
  return open.agreed.includes(you) ? [] : ['accept', 'refuse'];
}

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
