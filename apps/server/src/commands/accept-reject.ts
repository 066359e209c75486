import { currentPosition, type GameState, sideOf } from '@terrace/game';
import { commandsMessages } from '@terrace/messages/commands';
import type { Offer, PlayerId, Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import { openOffers, seatsLine, statusText, unansweredOffers } from './format.ts';
import type { OfferArguments } from './grammar.ts';
import type { CommandHandlers, FoundGame, GameAccess, Sender } from './handler.ts';

type OfferCommand = 'accept' | 'reject' | 'withdraw' | 'offer' | 'propose' | 'undo';

export function createAcceptRejectCommands({ games }: { games: GameAccess }): CommandHandlers<OfferCommand> {
  /** Names the started rematch and how to move in it, or the sides that have not agreed yet. */
  async function rematchText(state: GameState, player: PlayerId): Promise<string> {
    const { done } = commandsMessages();
    const next = state.next === null ? undefined : await games.read(state.next);
    if (state.next === null || !next?.ok) {
      const agreed = state.offers.rematch?.agreed ?? [];
      return done.acceptRematch({
        sides: state.seats.map(({ side }) => side).filter((side) => !agreed.includes(side)),
      });
    }
    const { id, state: rematch } = next.value;
    const side = sideOf(rematch, player);
    const begun = side === undefined ? [] : [done.rematchBegins({ id, seats: seatsLine(rematch.seats), side })];
    const yours = rematch.status === 'live' && side === currentPosition(rematch).turn ? [done.yourTurn({ id })] : [];
    return [...begun, statusText(rematch), ...yours].join(' ');
  }

  /** Makes an offer, or agrees to the same offer of another player. */
  function makeOffer(offer: Offer, sender: Sender, { id, state }: FoundGame) {
    const agrees = state.offers[offer] !== undefined;
    return games.send(id, { type: 'offer', offer }, sender, (after) =>
      agrees ? agreedText(offer, after, sender) : `${commandsMessages().done.offer({ offer })} ${statusText(after)}`,
    );
  }

  const agreedText = (offer: Offer, after: GameState, { by }: Sender) =>
    offer === 'rematch' ? rematchText(after, by.id) : `${commandsMessages().done.agree} ${statusText(after)}`;

  return {
    offer: games.withGame(({ offer }, sender, game) => makeOffer(offer, sender, game)),
    propose: games.withGame((_, sender, game) => makeOffer('draw', sender, game)),
    undo: games.withGame((_, sender, game) => makeOffer('takeback', sender, game)),

    withdraw: games.withGame((_, sender, { id, state }) => {
      const closes = state.host === sender.by.id;
      return games.sendPlain(id, { type: 'leave' }, sender, commandsMessages().done.withdraw({ closes }));
    }),

    accept: games.withGame(async (args, sender, { id, state }) => {
      if (isTable(state)) {
        return games.sendPlain(id, { type: 'sit', side: null }, sender, commandsMessages().done.sit);
      }
      const answer = chooseOffer(unansweredOffers(state, sender.by.id), args, state, sender.by.id);
      if (!answer.ok) return answer;
      return games.send(id, { type: 'accept', ...answer.value }, sender, (after) =>
        agreedText(answer.value.offer, after, sender),
      );
    }),

    reject: games.withGame(async (args, sender, { id, state }) => {
      if (isTable(state)) {
        return games.sendPlain(id, { type: 'decline' }, sender, commandsMessages().done.decline);
      }
      const unanswered = unansweredOffers(state, sender.by.id);
      // Without an offer to answer, `reject` withdraws the sender's own offer or consent.
      const offers = unanswered.length > 0 ? unanswered : openOffers(state);
      const answer = chooseOffer(offers, args, state, sender.by.id);
      if (!answer.ok) return answer;
      return games.send(id, { type: 'refuse', ...answer.value }, sender, (after) =>
        answer.value.offer === 'rematch'
          ? commandsMessages().done.rejectRematch({ own: !unanswered.includes('rematch') })
          : `${commandsMessages().done.refuse} ${statusText(after)}`,
      );
    }),
  };
}

const isTable = ({ status }: GameState): boolean => status === 'open' || status === 'closed';

/** The named offer, or the only open one, with its number: the named one, or that of the open offer. */
function chooseOffer(
  offers: readonly Offer[],
  { offer: wanted, seq: said }: OfferArguments,
  state: GameState,
  player: PlayerId,
): Result<{ offer: Offer; seq: number }, Refusal> {
  if (sideOf(state, player) === undefined) return err({ code: 'not-seated' });
  const [first, ...more] = wanted === undefined ? offers : offers.filter((offer) => offer === wanted);
  const seq = said ?? (first && state.offers[first]?.seq);
  if (first === undefined || seq === undefined)
    return err(wanted === undefined ? { code: 'nothing-to-answer' } : { code: 'offer-gone', offer: wanted });
  return more.length === 0 ? ok({ offer: first, seq }) : err({ code: 'several-offers', offers: [first, ...more] });
}
