import type { Refusal } from '@terrace/protocol';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** Per player, over all tabs and programs. A fast player makes five. */
const MAX_REQUESTS_PER_SECOND = 100;

type TooManyRequests = Extract<Refusal, { code: 'too-many-requests' }>;

/** `duration` is in seconds. */
export type Limit = { readonly points: number; readonly duration: number };

export type RateLimit = {
  /** Counts an attempt with a weight of `points`. @returns the refusal when the limit is exceeded */
  consume(key: string, points?: number): TooManyRequests | undefined | Promise<TooManyRequests | undefined>;
  /** Takes back an attempt that succeeded, for limits that count only failures. */
  refund(key: string): void | Promise<void>;
};

export type LocalLimit = ReturnType<typeof createRateLimit>;

export type CreateSharedLimit = (name: string, limit: Limit) => RateLimit;

/** A limit over a limiter that answers later, such as one in Redis. */
export const rateLimitBy = (limiter: RateLimiterAbstract) => ({
  async consume(key: string, points = 1): Promise<TooManyRequests | undefined> {
    try {
      await limiter.consume(key, points);
      return undefined;
    } catch (tooMany) {
      if (!(tooMany instanceof RateLimiterRes)) throw tooMany;
      return { code: 'too-many-requests', retryMs: tooMany.msBeforeNext };
    }
  },
  async refund(key: string): Promise<void> {
    await limiter.reward(key);
  },
});

/** Attempts of a key from its first one until `endsAt`. */
type Window = { used: number; readonly endsAt: number };

/**
 * Allows `points` per `duration` seconds on this node only, which protects its own CPU and memory. Each request pays for
 * it, so it needs neither a timer nor a promise: windows are dropped in two generations, each as long as a window.
 */
export function createRateLimit({ points: most, duration }: Limit, now = () => performance.now()) {
  const durationMs = duration * 1000;
  let recent = new Map<string, Window>();
  let older = new Map<string, Window>();
  let turnedAt = now();

  function windowOf(key: string, at: number): Window {
    if (at - turnedAt >= durationMs) {
      older = at - turnedAt < 2 * durationMs ? recent : new Map();
      recent = new Map();
      turnedAt = at;
    }
    const known = recent.get(key) ?? older.get(key);
    if (known !== undefined && at < known.endsAt) return known;
    const window = { used: 0, endsAt: at + durationMs };
    recent.set(key, window);
    return window;
  }

  return {
    consume(key: string, points = 1): TooManyRequests | undefined {
      const at = now();
      const window = windowOf(key, at);
      window.used += points;
      return window.used <= most
        ? undefined
        : { code: 'too-many-requests', retryMs: Math.max(1, Math.ceil(window.endsAt - at)) };
    },
    refund(key: string): void {
      windowOf(key, now()).used -= 1;
    },
  } satisfies RateLimit;
}

export const localLimits: CreateSharedLimit = (_, limit) => createRateLimit(limit);

/** Counts requests of a player or an anonymous address, over HTTP and sockets together. */
export const createRequestLimit = (): LocalLimit => createRateLimit({ points: MAX_REQUESTS_PER_SECOND, duration: 1 });
