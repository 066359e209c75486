import { rate, rating } from 'openskill';
import { INITIAL_RATING } from './rating.ts';

export type PlackettLuceRating = { readonly rating: number; readonly deviation: number };

const NEW = rating();

/** Rating points to one unit of the model's scale, so that a newcomer's deviation looks as it does in Glicko-2: 42. */
const SCALE = INITIAL_RATING.deviation / NEW.sigma;

/**
 * How much of what a game tells makes a deviation smaller. With all of it a rating is established after about thirty
 * games; with the library's own share it would take a hundred.
 */
const CERTAINTY = 1;

/**
 * Ratings after a game of three or more by places, which is what Plackett and Luce's model rates.
 *
 * @param ranks each player's place, the lowest being the best; those of equal rank share a place
 */
export const ratePlackettLuce = (
  players: readonly PlackettLuceRating[],
  ranks: readonly number[],
): readonly PlackettLuceRating[] =>
  rate(
    players.map((player) => [toModel(player)]),
    { rank: [...ranks], gamma: () => CERTAINTY },
  )
    .flat()
    .map(fromModel);

const toModel = ({ rating, deviation }: PlackettLuceRating) => ({
  mu: NEW.mu + (rating - INITIAL_RATING.rating) / SCALE,
  sigma: deviation / SCALE,
});

const fromModel = ({ mu, sigma }: { mu: number; sigma: number }): PlackettLuceRating => ({
  rating: INITIAL_RATING.rating + (mu - NEW.mu) * SCALE,
  deviation: Math.min(INITIAL_RATING.deviation, sigma * SCALE),
});
