import { type GameEvent, isCorrespondence, MAX_PAUSE_MS, type Offer, type Refusal } from '@terrace/protocol';
import { err, type History, ok, type Result, type Side, sidesIn } from '@terrace/rules';
import { type CommandContext, type Decision, requirePlaying, requireSeat } from './context.ts';
import { endedEvent } from './ending.ts';
import { currentPosition, type GameState } from './state.ts';

/** Rounds of the table before a failed offer may be repeated. */
const ROUNDS_BETWEEN = 2;

/** Offers per side and game, plus one for each of its plies. Withdrawn offers count. */
const MAX_OFFERS = 40;

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

/** The moment before a side's own last move, unless a side has left since: a departure cannot be undone (R15). */
function lastMoveOf(history: History, side: Side): History | undefined {
  for (let moment = history; moment.parent !== undefined && moment.left === undefined; moment = moment.parent) {
    if (moment.parent.position.turn === side) return moment.parent;
  }
  return undefined;
}
