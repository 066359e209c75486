import { type GameState, sideOf } from '@terrace/game';
import { Offer, type PlayerId, type Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import { statusText } from './format.ts';
import type { GameAccess, Handlers } from './handler.ts';

/** Yes and no to whatever waits for them: an invitation before the game, an offer in it. */
export const createAcceptReject = (games: GameAccess): Handlers<'accept' | 'reject'> => ({
  async accept(words, asker) {
    const found = await games.find(words.board, asker);
    if (!found.ok) return found;
    const { id, state } = found.value;
    if (isTable(state)) {
      const sat = await games.send(id, { type: 'sit', side: null }, asker);
      return sat.ok ? ok(`You take your seat. ${statusText(sat.value.state)}`) : sat;
    }
    const offer = only(waitingFor(state, asker.by.id), words.offer, state, asker.by.id);
    if (!offer.ok) return offer;
    const agreed = await games.send(id, { type: 'offer', offer: offer.value }, asker);
    return agreed.ok ? ok(`You agree. ${statusText(agreed.value.state)}`) : agreed;
  },

  async reject(words, asker) {
    const found = await games.find(words.board, asker);
    if (!found.ok) return found;
    const { id, state } = found.value;
    if (isTable(state)) {
      const declined = await games.send(id, { type: 'decline' }, asker);
      return declined.ok ? ok(`You decline. ${statusText(declined.value.state)}`) : declined;
    }
    const waiting = waitingFor(state, asker.by.id);
    // With nothing to answer, one's own offer can be taken back, and one's consent.
    const offer = only(waiting.length > 0 ? waiting : standingIn(state), words.offer, state, asker.by.id);
    if (!offer.ok) return offer;
    const refused = await games.send(id, { type: 'refuse', offer: offer.value }, asker);
    return refused.ok ? ok(`You say no. ${statusText(refused.value.state)}`) : refused;
  },
});

const isTable = ({ status }: GameState): boolean => status === 'open' || status === 'closed';

const standingIn = ({ offers }: GameState): readonly Offer[] =>
  Offer.options.filter((offer) => offers[offer] !== undefined);

/** Offers that a player has not answered yet. */
function waitingFor(state: GameState, player: PlayerId): readonly Offer[] {
  const side = sideOf(state, player);
  return standingIn(state).filter((offer) => side !== undefined && !state.offers[offer]?.agreed.includes(side));
}

/** The offer that is meant: the one that is named, or the only one there is. */
function only(
  offers: readonly Offer[],
  wanted: Offer | undefined,
  state: GameState,
  player: PlayerId,
): Result<Offer, Refusal> {
  if (sideOf(state, player) === undefined) return err({ code: 'not-seated' });
  if (wanted !== undefined) return offers.includes(wanted) ? ok(wanted) : err({ code: 'no-offer', offer: wanted });
  const [first, ...more] = offers;
  if (first === undefined) return err({ code: 'nothing-to-answer' });
  return more.length === 0 ? ok(first) : err({ code: 'several-offers', offers: [first, ...more] });
}
