import type { Refusal } from '@terrace/protocol';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Requests a player may make in a second, from all tabs and programs together. A quick hand makes five. */
const MAX_REQUESTS_PER_SECOND = 100;

type TooManyRequests = Extract<Refusal, { code: 'too-many-requests' }>;

export type Limit = { readonly points: number; readonly duration: number };

export type RateLimit = ReturnType<typeof rateLimitBy>;

/** Creates a limit of what people do, by a name of its own: it counts at all nodes together. */
export type CreateSharedLimit = (name: string, limit: Limit) => RateLimit;

export function rateLimitBy(limiter: RateLimiterAbstract) {
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
    async refund(key: string): Promise<void> {
      await limiter.reward(key);
    },
  };
}

/**
 * Allows `points` attempts in `duration` s for every key: a player's id, an address block, a name. It counts at this node: what
 * protects its processor and its memory (the budget, requests a second, connections, places for what is expensive) is each
 * node's own, since each has a processor of its own, and asking Redis would cost more than most of what is asked.
 */
export const createRateLimit = (limit: Limit): RateLimit => rateLimitBy(new RateLimiterMemory(limit));

export const localLimits: CreateSharedLimit = (_, limit) => createRateLimit(limit);

/** Counts requests of a player, or of an address without one, over HTTP and sockets together. */
export const createRequestLimit = (): RateLimit => createRateLimit({ points: MAX_REQUESTS_PER_SECOND, duration: 1 });
