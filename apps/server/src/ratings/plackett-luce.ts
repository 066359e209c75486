import { rate, rating } from 'openskill';
import { INITIAL_RATING } from './rating.ts';

export type PlackettLuceRating = { readonly rating: number; readonly deviation: number };

const DEFAULT = rating();

/** Rating points to one unit of openskill's scale, so that a new player's deviation is the same as in Glicko-2: 42. */
const SCALE = INITIAL_RATING.deviation / DEFAULT.sigma;

/**
 * openskill's gamma: the share by which a game makes the deviation smaller. With 1 a rating is established after about
 * thirty games; with the library's default it would take a hundred.
 */
const GAMMA = 1;

/**
 * Ratings after a game of three or more players, by openskill's Plackett-Luce model.
 *
 * @param ranks each player's place, the lowest being the best; players of equal rank share a place
 */
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
