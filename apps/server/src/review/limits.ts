import { DAY_MS, type Refusal, SECOND_MS } from '@terrace/protocol';
import type { CreateSharedLimit } from '../limits/rate-limit.ts';

/** Daily reviews. The limit per address stops guests from starting over. It is higher because schools share one. */
export const MAX_REVIEWS_A_DAY = 30;
const MAX_REVIEWS_A_DAY_FROM_ADDRESS = 300;

export function createReviewLimit(createLimit: CreateSharedLimit) {
  const duration = DAY_MS / SECOND_MS;
  const ofPlayer = createLimit('reviews', { points: MAX_REVIEWS_A_DAY, duration });
  const ofAddress = createLimit('reviewsFrom', { points: MAX_REVIEWS_A_DAY_FROM_ADDRESS, duration });
  return async (player: string, address: string): Promise<Refusal | undefined> => {
    const tooMany = (await ofPlayer.consume(player)) ?? (await ofAddress.consume(address));
    return tooMany && { code: 'too-many-reviews', most: MAX_REVIEWS_A_DAY, retryMs: tooMany.retryMs };
  };
}
