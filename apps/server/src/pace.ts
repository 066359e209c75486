import type { Refusal } from '@terrace/protocol';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Requests a player may make in a second, from all tabs and programs together. A quick hand makes five. */
const PER_SECOND = 100;

/** Counts one request of somebody (a player's id, or an address) and says no when it is one too many. */
export type Pace = (who: string) => Promise<Refusal | undefined>;

export function requestPace(): Pace {
  const limiter = new RateLimiterMemory({ points: PER_SECOND, duration: 1 });
  return async (who) => {
    try {
      await limiter.consume(who);
      return undefined;
    } catch (tooMany) {
      if (!(tooMany instanceof RateLimiterRes)) throw tooMany;
      return { code: 'too-many-requests', retryMs: tooMany.msBeforeNext };
    }
  };
}
