import { rate, rating } from 'openskill';
import { START } from './rating.ts';

export type Placed = { readonly rating: number; readonly deviation: number };

const NEW = rating();

/** Rating points to one unit of the model's scale, so that a newcomer's deviation looks as it does in Glicko-2: 42. */
const SCALE = START.deviation / NEW.sigma;

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
export const afterPlacement = (players: readonly Placed[], ranks: readonly number[]): readonly Placed[] =>
  rate(
    players.map((player) => [toModel(player)]),
    { rank: [...ranks], gamma: () => CERTAINTY },
  )
    .flat()
    .map(fromModel);

const toModel = ({ rating, deviation }: Placed) => ({
  mu: NEW.mu + (rating - START.rating) / SCALE,
  sigma: deviation / SCALE,
});

const fromModel = ({ mu, sigma }: { mu: number; sigma: number }): Placed => ({
  rating: START.rating + (mu - NEW.mu) * SCALE,
  deviation: Math.min(START.deviation, sigma * SCALE),
});
