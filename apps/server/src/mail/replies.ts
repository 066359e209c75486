import { currentPosition, type GameState, moverOf, sideOf } from '@terrace/game';
import { mailMessages } from '@terrace/messages/mail';
import { type GameId, Offer, type PlayerId } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { MailTokens } from '../notifications/mail-tokens.ts';

/** What a player can do in a game by mail, the most urgent first. */
type Reply =
  | { readonly kind: 'seat' }
  | { readonly kind: 'move' }
  | { readonly kind: 'offer'; readonly offers: readonly Offer[] }
  | { readonly kind: 'chat' };

/** The address of replies to a mail that shows `state`; null for strangers of the game, and if no mail is received. */
export type ReplyAddressOf = (gameId: GameId, state: GameState, player: PlayerId) => string | null;

/** @param domain of the addresses; undefined unless mail is received */
export function createReplyAddressOf(tokens: Pick<MailTokens, 'reply'>, domain: string | undefined): ReplyAddressOf {
  return (gameId, state, player) => {
    const side = seatOf(state, player);
    if (domain === undefined || side === undefined) return null;
    return `play+${tokens.reply({ gameId, side, seq: state.seq }, player)}@${domain}`;
  };
}

/** The seat that a player has, had, or is invited to. */
export const seatOf = (state: GameState, player: PlayerId): Side | undefined =>
  sideOf(state, player) ??
  state.seats.find(({ reserved, leaver }) => reserved?.id === player || leaver?.id === player)?.side;

/** The replies that a mail explains, in one sentence each and in the current language. */
export const replySentences = (state: GameState, player: PlayerId, example: string | null): readonly string[] =>
  repliesOf(state, player).map((reply) => sentenceOf(reply, example ?? ''));

function sentenceOf(each: Reply, move: string): string {
  const { reply } = mailMessages();
  switch (each.kind) {
    case 'seat':
      return reply.seat;
    case 'move':
      return reply.move({ move });
    case 'offer':
      return each.offers.length === 1 ? reply.offer : reply.offers({ offer: each.offers[0] ?? 'draw' });
    case 'chat':
      return reply.chat;
  }
}

function repliesOf(state: GameState, player: PlayerId): readonly Reply[] {
  const side = sideOf(state, player);
  if (side === undefined) return state.status === 'open' ? [{ kind: 'seat' }] : [];
  const offers = Offer.options.filter((offer) => {
    const open = state.offers[offer];
    return open !== undefined && !open.agreed.includes(side);
  });
  const isOut = currentPosition(state).out.includes(side);
  const isMover = state.status === 'live' && state.pausedUntil === null && moverOf(state)?.id === player;
  return [
    ...(isMover && !isOut ? [{ kind: 'move' } as const] : []),
    ...(offers.length > 0 && !isOut ? [{ kind: 'offer', offers } as const] : []),
    ...(state.status === 'live' || state.status === 'over' ? [{ kind: 'chat' } as const] : []),
  ];
}
