import type { Refusal } from '@terrace/protocol';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Requests a player may make in a second, from all tabs and programs together. A quick hand makes five. */
const MAX_REQUESTS_PER_SECOND = 100;

type TooManyRequests = Extract<Refusal, { code: 'too-many-requests' }>;

export type RateLimit = ReturnType<typeof createRateLimit>;

/** Allows `points` attempts in `duration` s for every key: a player's id, an address block, a name. */
export function createRateLimit(limit: { readonly points: number; readonly duration: number }) {
  const limiter = new RateLimiterMemory(limit);
  return {
    /** Counts one attempt, or one that is worth several. @returns the refusal when it is one too many */
    async consume(key: string, points = 1): Promise<TooManyRequests | undefined> {
      try {
        await limiter.consume(key, points);
        return undefined;
      } catch (tooMany) {
        if (!(tooMany instanceof RateLimiterRes)) throw tooMany;
        return { code: 'too-many-requests', retryMs: tooMany.msBeforeNext };
      }
    },
    /** Takes one attempt back: it succeeded, and only failures count. */
    async reward(key: string): Promise<void> {
      await limiter.reward(key);
    },
  };
}

/** Counts requests of a player, or of an address without one, over HTTP and sockets together. */
export const createRequestLimit = (): RateLimit => createRateLimit({ points: MAX_REQUESTS_PER_SECOND, duration: 1 });
