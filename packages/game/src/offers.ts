import { type GameEvent, isCorrespondence, MAX_PAUSE_MS, type Offer, type Refusal } from '@terrace/protocol';
import { err, ok, type Result, type Side } from '@terrace/rules';
import { consenters, lastMoveOf, offerRefusal } from './consent.ts';
import { type CommandContext, type Decision, requirePlaying, requireSeat } from './context.ts';
import { endedEvent } from './ending.ts';
import type { GameState } from './state.ts';

/** An answer names the offer by its kind and the number of the event that made it. */
type Answer = { readonly offer: Offer; readonly seq: number };

/**
 * Makes an offer. Two sides that offer the same agree, except to takebacks: each wants another move back. The last
 * consent executes the offer, at once if no other side has to agree.
 */
export function makeOffer(state: GameState, kind: Offer, context: CommandContext): Decision {
  const seat = offererSide(state, kind, context);
  if (!seat.ok) return seat;
  const side = seat.value;
  const open = state.offers[kind];
  if (open?.agreed.includes(side)) return err({ code: 'already-offered', offer: kind });
  if (open !== undefined)
    return kind === 'takeback' ? err({ code: 'takeback-asked', side: open.by }) : consent(state, kind, side, context);
  const hindrance = offerRefusal(state, kind, side);
  if (hindrance !== undefined) return err(hindrance);
  const outlives = kind === 'draw' || kind === 'pause'; // A takeback after the own move would take back that one.
  const offered: GameEvent = { type: 'offered', offer: kind, side, ...(outlives && { outlivesMove: true }) };
  const alone = consenters(state, kind).every((each) => each === side);
  return ok(alone ? [offered, ...eventsOfAgreement(state, kind, side, context)] : [offered]);
}

/** Consents to another side's offer. It never becomes an offer: if that offer is gone, it is refused. */
export function acceptOffer(state: GameState, { offer: kind, seq }: Answer, context: CommandContext): Decision {
  const seat = offererSide(state, kind, context);
  if (!seat.ok) return seat;
  const open = state.offers[kind];
  if (open?.seq !== seq) return err({ code: 'offer-gone', offer: kind });
  if (open.agreed.includes(seat.value)) return err({ code: 'already-offered', offer: kind });
  return consent(state, kind, seat.value, context);
}

function consent(state: GameState, kind: Offer, side: Side, context: CommandContext): Decision {
  const open = state.offers[kind];
  if (open === undefined) return err({ code: 'offer-gone', offer: kind });
  const agreed: GameEvent = { type: 'agreed', offer: kind, side };
  const all = consenters(state, kind).every((each) => each === side || open.agreed.includes(each));
  return ok(all ? [agreed, ...eventsOfAgreement(state, kind, open.by, context)] : [agreed]);
}

/** Declines another side's offer, or withdraws the side's own. */
export function declineOffer(state: GameState, { offer: kind, seq }: Answer, context: CommandContext): Decision {
  const seat = offererSide(state, kind, context);
  if (!seat.ok) return seat;
  const open = state.offers[kind];
  if (open?.seq !== seq) return err({ code: 'offer-gone', offer: kind });
  return ok([{ type: open.by === seat.value ? 'withdrawn' : 'refused', offer: kind, side: seat.value }]);
}

/** The sender's side. A rematch needs all players and an ended or closed game; other offers need the sides in play. */
function offererSide(state: GameState, kind: Offer, context: CommandContext): Result<Side, Refusal> {
  if (kind !== 'rematch') return requirePlaying(state, context);
  if (state.status !== 'over' && state.status !== 'closed') return err({ code: 'not-over' });
  if (state.next !== null) return err({ code: 'rematched', gameId: state.next });
  return requireSeat(state, context);
}

function eventsOfAgreement(
  state: GameState,
  kind: Offer,
  by: Side,
  { now, nextId }: CommandContext,
): readonly GameEvent[] {
  switch (kind) {
    case 'draw':
      return [endedEvent(state.history, null, 'agreement')];
    case 'takeback': {
      const moment = lastMoveOf(state.history, by);
      return moment === undefined ? [] : [{ type: 'undone', ply: moment.position.ply }];
    }
    case 'pause':
      return [{ type: 'paused', ...(!isCorrespondence(state.settings.time) && { until: now + MAX_PAUSE_MS }) }];
    case 'resume':
      return [{ type: 'resumed' }];
    case 'rematch': {
      const gameId = nextId();
      return gameId === null ? [] : [{ type: 'rematched', gameId }];
    }
  }
}
