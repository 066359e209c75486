import type { Offer, Refusal } from '@terrace/protocol';
import { type History, type Side, sidesIn } from '@terrace/rules';
import { currentPosition, type GameState } from './state.ts';

/** Rounds of the table before a failed offer may be repeated. */
const ROUNDS_BETWEEN = 2;

/** Offers per side and game, plus one for each of its plies. Withdrawn offers count. */
const MAX_OFFERS = 40;

/** Why `side` cannot make an offer now; undefined if it can. */
export function offerRefusal(state: GameState, kind: Offer, side: Side): Refusal | undefined {
  const last = state.failedOffers.find((each) => each.offer === kind && each.by === side);
  const wait = last === undefined ? 0 : last.ply + ROUNDS_BETWEEN * state.seats.length - currentPosition(state).ply;
  if (kind !== 'resume' && kind !== 'rematch' && wait > 0) return { code: 'offered-lately', offer: kind, plies: wait };
  if ((state.offersMade[side] ?? 0) >= MAX_OFFERS + currentPosition(state).ply) return { code: 'enough-offered' };
  if (kind === 'takeback' && lastMoveOf(state.history, side) === undefined) return { code: 'nothing-to-take-back' };
  if (kind === 'pause' && state.settings.time === null) return { code: 'no-clock' };
  if (kind === 'pause' && state.pausedUntil !== null) return { code: 'paused' };
  if (kind === 'resume' && state.pausedUntil === null) return { code: 'not-paused' };
  return undefined;
}

/** The sides that must consent: all in play; for a rematch, all. */
export function consenters(state: GameState, kind: Offer): readonly Side[] {
  if (kind === 'rematch') return state.seats.map(({ side }) => side);
  return sidesIn(currentPosition(state));
}

/** The moment before a side's own last move, unless a side has left since: a departure cannot be undone (R15). */
export function lastMoveOf(history: History, side: Side): History | undefined {
  for (let moment = history; moment.parent !== undefined && moment.left === undefined; moment = moment.parent) {
    if (moment.parent.position.turn === side) return moment.parent;
  }
  return undefined;
}
