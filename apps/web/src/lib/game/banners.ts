import { claimableAt, consenters, type GameState } from '@terrace/game';
import { Offer, type Presence } from '@terrace/protocol';
import type { Side } from '@terrace/rules';

/** The banners of a game, most urgent first; phones show only the first one. */
export type GameBanner =
  | { readonly kind: 'offer'; readonly offer: Offer }
  | { readonly kind: 'away'; readonly side: Side; readonly since: number }
  | { readonly kind: 'paused'; readonly until: number | 'resumed' }
  | { readonly kind: 'call' };

type Facts = {
  readonly state: GameState;
  readonly presence: Presence;
  readonly you: Side | undefined;
  readonly called: boolean;
  /** By the server's clock. */
  readonly now: number;
};

/** A finished game has no banners but its own ending. */
export function bannersFor({ state, presence, you, called, now }: Facts): readonly GameBanner[] {
  if (state.status !== 'live') return [];
  const { position } = state.history;
  const open = Offer.options.filter((offer) => state.offers[offer] !== undefined);
  const awaitsYou = (offer: Offer) =>
    you !== undefined && consenters(state, offer).includes(you) && !state.offers[offer]?.agreed.includes(you);
  const offers = (mine: boolean): GameBanner[] =>
    open.filter((offer) => awaitsYou(offer) === mine).map((offer) => ({ kind: 'offer', offer }));
  const claims = you !== undefined && !position.out.includes(you);
  const absent = presence.away.filter(
    ({ side, claimableAt: graceEndsAt }) =>
      claims && side !== you && Math.max(graceEndsAt, claimableAt(state, side) ?? Number.POSITIVE_INFINITY) <= now,
  );
  return [
    ...offers(true),
    ...absent.map(({ side, since }): GameBanner => ({ kind: 'away', side, since })),
    ...(state.pausedUntil !== null ? [{ kind: 'paused' as const, until: state.pausedUntil }] : []),
    ...offers(false),
    ...(called ? [{ kind: 'call' as const }] : []),
  ];
}
