/// <reference path="./glicko2.d.ts" />
import glicko2 from 'glicko2';
import { INITIAL_RATING } from './rating.ts';

export type GlickoRating = { readonly rating: number; readonly deviation: number; readonly volatility: number };

/** `score` is 1, 0.5 or 0. */
export type GlickoGame = { readonly opponent: Omit<GlickoRating, 'volatility'>; readonly score: number };

/** Glicko-2's system constant: how much one unexpected result may change the volatility. */
const TAU = 0.5;

/** A Glicko-2 rating after the games of one rating period. */
export function rateGlicko(player: GlickoRating, games: readonly GlickoGame[]): GlickoRating {
  const { rating, deviation: rd, volatility: vol } = INITIAL_RATING;
  const system = new glicko2.Glicko2({ tau: TAU, rating, rd, vol });
  const self = system.makePlayer(player.rating, player.deviation, player.volatility);
  system.updateRatings(
    games.map(({ opponent, score }) => [self, system.makePlayer(opponent.rating, opponent.deviation, vol), score]),
  );
  return { rating: self.getRating(), deviation: self.getRd(), volatility: self.getVol() };
}
