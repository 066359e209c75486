import { createSharedClock } from '../nodes/clock.ts';
import { createCluster } from '../nodes/cluster.ts';
import { createGapRecovery } from '../nodes/gap-recovery.ts';
import type { RedisConnection } from '../nodes/redis.ts';
import { realScheduler, type Scheduler } from '../runtime/scheduler.ts';
import { createNodeLock } from '../store/node-lock.ts';

type Options = {
  readonly databaseUrl: string;
  readonly redis: RedisConnection | undefined;
  readonly scheduler: Scheduler | undefined;
  readonly machine: Scheduler | undefined;
  readonly reportError: (error: unknown) => void;
};

export type Nodes = ReturnType<typeof joinNodes>;

/** Connects this node with the others: its lock, the bus, the shared state and the shared clock. */
export function joinNodes({ databaseUrl, redis, reportError, ...options }: Options) {
  const clock = createSharedClock(Date.now);
  const { scheduler = realScheduler(clock.now), machine = realScheduler(Date.now) } = options;
  const lock = createNodeLock({ databaseUrl, isShared: redis !== undefined, reportError });
  const cluster = createCluster({ carrier: redis?.carrier, scheduler: machine, reportError });
  const recoverFromGaps = createGapRecovery({ cluster, now: scheduler.now, machine, reportError });
  return { clock, scheduler, machine, lock, cluster, bus: cluster.bus, recoverFromGaps, isLeader: lock.isLeader };
}
