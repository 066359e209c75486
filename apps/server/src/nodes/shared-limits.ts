import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, RLWrapperTimeouts } from 'rate-limiter-flexible';
import { type CreateSharedLimit, rateLimitBy } from '../limits/rate-limit.ts';
import type { RedisConnection } from './redis.ts';

/** How long to wait for Redis before an attempt is counted on this node. */
const REDIS_MS = 500;

/** Rate limits in Redis, with hashed keys instead of names and addresses. Without Redis each node counts separately. */
export function createSharedLimits({ client, prefix }: RedisConnection, secret: string): CreateSharedLimit {
  const hmacKey = createHmac('sha256', secret).update('limits').digest();
  const keyOf = (key: string) => createHmac('sha256', hmacKey).update(key).digest('base64url').slice(0, 22);
  return (name, limit) => {
    const inRedis = new RateLimiterRedis({
      ...limit,
      storeClient: client,
      keyPrefix: `${prefix}limit:${name}`,
      rejectIfRedisNotReady: true,
    });
    const insured = new RLWrapperTimeouts({
      limiter: inRedis,
      timeoutMs: REDIS_MS,
      insuranceLimiter: new RateLimiterMemory(limit),
    });
    const { consume, refund } = rateLimitBy(insured);
    return { consume: (key, points) => consume(keyOf(key), points), refund: (key) => refund(keyOf(key)) };
  };
}
