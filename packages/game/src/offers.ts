import { type GameEvent, isCorrespondence, MAX_PAUSE_MS, type Offer, type Refusal } from '@terrace/protocol';
import { err, ok, type Result, type Side } from '@terrace/rules';
import { consenters, lastMoveOf, offerRefusal } from './consent.ts';
import { type CommandContext, type Decision, requirePlaying, requireSeat } from './context.ts';
import { endedEvent } from './ending.ts';
import type { GameState } from './state.ts';

/** Makes an offer or consents to one; the last consent executes it. */
export function makeOffer(state: GameState, kind: Offer, context: CommandContext): Decision {
  const seat = offererSide(state, kind, context);
  if (!seat.ok) return seat;
  const side = seat.value;
  const open = state.offers[kind];
  if (open?.agreed.includes(side)) return err({ code: 'already-offered', offer: kind });
  const hindrance = open === undefined ? offerRefusal(state, kind, side) : undefined;
  if (hindrance !== undefined) return err(hindrance);
  const agreed = [...(open?.agreed ?? []), side];
  const said: GameEvent = { type: open === undefined ? 'offered' : 'agreed', offer: kind, side };
  const all = consenters(state, kind).every((each) => agreed.includes(each));
  return ok(all ? [said, ...eventsOfAgreement(state, kind, open?.by ?? side, context)] : [said]);
}

/** Declines another side's offer, or withdraws the side's own. */
export function declineOffer(state: GameState, kind: Offer, context: CommandContext): Decision {
  const seat = offererSide(state, kind, context);
  if (!seat.ok) return seat;
  const open = state.offers[kind];
  if (open === undefined) return err({ code: 'no-offer', offer: kind });
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
