import { rate, rating } from 'openskill';
import { INITIAL_RATING } from './rating.ts';

export type PlackettLuceRating = { readonly rating: number; readonly deviation: number };

const DEFAULT = rating();

/** Rating points per unit of openskill's scale, so that a new player's deviation equals Glicko-2's: 42. */
const SCALE = INITIAL_RATING.deviation / DEFAULT.sigma;

/** openskill's gamma. With 1 a rating is established after about thirty games, with its default after a hundred. */
const GAMMA = 1;

/** @param ranks the rank of each player, lowest first; equal ranks share a place */
export const ratePlackettLuce = (
  players: readonly PlackettLuceRating[],
  ranks: readonly number[],
): readonly PlackettLuceRating[] =>
  rate(
    players.map((player) => [toModel(player)]),
    { rank: [...ranks], gamma: () => GAMMA },
  )
    .flat()
    .map(fromModel);

const toModel = ({ rating, deviation }: PlackettLuceRating) => ({
  mu: DEFAULT.mu + (rating - INITIAL_RATING.rating) / SCALE,
  sigma: deviation / SCALE,
});

const fromModel = ({ mu, sigma }: { mu: number; sigma: number }): PlackettLuceRating => ({
  rating: INITIAL_RATING.rating + (mu - DEFAULT.mu) * SCALE,
  deviation: Math.min(INITIAL_RATING.deviation, sigma * SCALE),
});
