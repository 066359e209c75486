import { abortRefusal, consenters, type GameState, offerRefusal } from '@terrace/game';
import type { Offer, Refusal } from '@terrace/protocol';
import type { Side } from '@terrace/rules';

// What the page of a game in progress offers to a player; `table-actions.ts` has the rest. A test compares it with the
// table of rights: the page shows no action that the server would refuse, and every action that it would accept.

/** Whether a side is in play in a live game (R15). */
export const isPlaying = (state: GameState, you: Side | undefined): boolean =>
  state.status === 'live' && you !== undefined && !state.history.position.out.includes(you);

export const mayAbort = (state: GameState, you: Side | undefined): boolean =>
  you !== undefined && isPlaying(state, you) && abortRefusal(state, you) === undefined;

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
