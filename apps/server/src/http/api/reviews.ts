import { RatedGameUnderWay, ReviewState } from '@terrace/protocol';
import { addressBlock } from '../../limits/address-block.ts';
import { MAX_REVIEWS_A_DAY } from '../../review/limits.ts';
import type { RatedGameOf } from '../../review/rated-game.ts';
import type { Reviews } from '../../review/reviews.ts';
import { everyone, guests } from '../access.ts';
import { setEtag } from '../etag.ts';
import { unwrap } from '../refusals.ts';
import { ById, type Router } from '../route.ts';

type Dependencies = { readonly reviews: Reviews; readonly ratedGameOf: RatedGameOf };

export function addReviewRoutes({ tagged }: Router, { reviews, ratedGameOf }: Dependencies): void {
  const route = tagged('Games');
  route('GET', '/api/games/:id/review', {
    operationId: 'getReview',
    access: everyone('read'),
    summary: 'The review of a game',
    description: 'How far it is, and the review itself once it is done. A finished one has an ETag.',
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
    summary: 'Ask for a review',
    description: `Of a finished game that is public or your own, ${MAX_REVIEWS_A_DAY} times a day, and not while you play a rated game. It is made once and kept: get it until it is done.`,
    params: ById,
    reply: ReviewState,
    example: { params: { id: 'AbCdEfGhIjKl' } },
    handler: async ({ actor, params: { id: gameId }, request }) =>
      unwrap(await reviews.ask({ gameId, by: actor.player, address: addressBlock(request.ip) })),
  });

  tagged('Players')('GET', '/api/me/rated-game', {
    operationId: 'getRatedGameUnderWay',
    access: everyone('read'),
    summary: 'A rated game you are playing',
    description: 'While there is one, the pages analyse nothing for you and no review is made.',
    reply: RatedGameUnderWay,
    handler: async ({ actor }) => ({ gameId: (actor && (await ratedGameOf(actor.player.id))) ?? null }),
  });
}
