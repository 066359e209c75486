import type { Refusal } from '@terrace/protocol';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Per player, over all tabs and programs. A fast player makes five. */
const MAX_REQUESTS_PER_SECOND = 100;

type TooManyRequests = Extract<Refusal, { code: 'too-many-requests' }>;

export type Limit = { readonly points: number; readonly duration: number };

export type RateLimit = ReturnType<typeof rateLimitBy>;

export type CreateSharedLimit = (name: string, limit: Limit) => RateLimit;

export function rateLimitBy(limiter: RateLimiterAbstract) {
  return {
    /** Counts an attempt with a weight of `points`. @returns the refusal when the limit is exceeded */
    async consume(key: string, points = 1): Promise<TooManyRequests | undefined> {
      try {
        await limiter.consume(key, points);
        return undefined;
      } catch (tooMany) {
        if (!(tooMany instanceof RateLimiterRes)) throw tooMany;
        return { code: 'too-many-requests', retryMs: tooMany.msBeforeNext };
      }
    },
    /** Takes back an attempt that succeeded, for limits that count only failures. */
    async refund(key: string): Promise<void> {
      await limiter.reward(key);
    },
  };
}

/** Allows `points` per `duration` seconds on this node only, which protects its own CPU and memory. */
export const createRateLimit = (limit: Limit): RateLimit => rateLimitBy(new RateLimiterMemory(limit));

export const localLimits: CreateSharedLimit = (_, limit) => createRateLimit(limit);

/** Counts requests of a player or an anonymous address, over HTTP and sockets together. */
export const createRequestLimit = (): RateLimit => createRateLimit({ points: MAX_REQUESTS_PER_SECOND, duration: 1 });
