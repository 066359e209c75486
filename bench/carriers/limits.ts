import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { quantile } from '../moves/load.ts';
import { monotonicMs } from './clock.ts';

export const STORES = ['memory', 'redis'] as const;
export type Store = (typeof STORES)[number];

/** The cost of counting a request. `cpuUs` is the processor time of this process. */
export type Consumed = {
  readonly count: number;
  readonly cpuUs: number;
  readonly p50Us: number;
  readonly p99Us: number;
};

/** Players who take turns, so that no request is refused. */
const PLAYERS = 10_000;

export function openLimits(redisUrl: string) {
  const options = { points: 100_000, duration: 1, keyPrefix: 'limit' };
  const storeClient = new Redis(redisUrl, { enableAutoPipelining: true });
  storeClient.on('error', () => undefined);
  const limiters = { memory: new RateLimiterMemory(options), redis: new RateLimiterRedis({ ...options, storeClient }) };
  return {
    /** Counts requests as fast as possible, `together` at a time. */
    async consume(store: Store, together: number, forMs: number): Promise<Consumed> {
      const times: number[] = [];
      const cpu = process.cpuUsage();
      const until = monotonicMs() + forMs;
      const askers = Array.from({ length: together }, async (_, i) => {
        for (let n = i; monotonicMs() < until; n += together) {
          const startedAt = monotonicMs();
          await limiters[store].consume(`player-${n % PLAYERS}`);
          times.push(monotonicMs() - startedAt);
        }
      });
      await Promise.all(askers);
      const { user, system } = process.cpuUsage(cpu);
      times.sort((a, b) => a - b);
      const us = (share: number): number => quantile(times, share) * 1_000;
      return { count: times.length, cpuUs: (user + system) / times.length, p50Us: us(0.5), p99Us: us(0.99) };
    },
  };
}
