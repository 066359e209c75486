import { OngoingRatedGame, ReviewState } from '@terrace/protocol';
import { addressBlock } from '../../limits/address-block.ts';
import { MAX_REVIEWS_A_DAY } from '../../review/limits.ts';
import type { FindOngoingRatedGame } from '../../review/ongoing-rated-game.ts';
import type { Reviews } from '../../review/reviews.ts';
import { everyone, guests } from '../access.ts';
import { setEtag } from '../etag.ts';
import { unwrap } from '../refusals.ts';
import { ById, type Router } from '../route.ts';

type Dependencies = { readonly reviews: Reviews; readonly findOngoingRatedGame: FindOngoingRatedGame };

export function addReviewRoutes({ tagged }: Router, { reviews, findOngoingRatedGame }: Dependencies): void {
  const route = tagged('Games');
  route('GET', '/api/games/:id/review', {
    operationId: 'getReview',
    access: everyone('read'),
    summary: 'The review of a game',
    description: 'Its progress, and the review itself once it is done. A finished review has an ETag.',
    params: ById,
    reply: ReviewState,
    example: { params: { id: 'AbCdEfGhIjKl' } },
    handler: async ({ params: { id }, reply }) => {
      const state = unwrap(await reviews.state(id));
      if (state.status === 'done') setEtag(reply, state);
      return state;
    },
  });

  route('POST', '/api/games/:id/review', {
    operationId: 'askForReview',
    access: guests('play'),
    summary: 'Request a review',
    description: `For a finished game that is public or your own, up to ${MAX_REVIEWS_A_DAY} times a day, and not while you are playing a rated game. Each review is made once and stored. Poll it with GET until it is done.`,
    params: ById,
    reply: ReviewState,
    example: { params: { id: 'AbCdEfGhIjKl' } },
    handler: async ({ actor, params: { id: gameId }, request }) =>
      unwrap(await reviews.ask({ gameId, by: actor.player, address: addressBlock(request.ip) })),
  });

  tagged('Players')('GET', '/api/me/rated-game', {
    operationId: 'getRatedGameUnderWay',
    access: everyone('read'),
    summary: 'Your rated game in progress',
    description: 'While you play a rated game, the pages offer no engine analysis and reviews are refused.',
    reply: OngoingRatedGame,
    handler: async ({ actor }) => ({ gameId: (actor && (await findOngoingRatedGame(actor.player.id))) ?? null }),
  });
}
