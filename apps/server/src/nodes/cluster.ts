import { randomUUID } from 'node:crypto';
import type { Scheduler } from '../runtime/scheduler.ts';
import { createBus } from './bus.ts';
import type { Carrier } from './carrier.ts';
import { createFollowing } from './following.ts';
import { createMembers, type Heartbeat } from './members.ts';
import { createSharedState } from './shared-state.ts';

type Dependencies = {
  /** Undefined when this node is the only one. */
  readonly carrier: Carrier | undefined;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

export type Cluster = ReturnType<typeof createCluster>;

/** This node's connection to the other nodes of the same database. */
export function createCluster({ carrier, scheduler, reportError }: Dependencies) {
  const bus = createBus({ node: randomUUID(), carrier, scheduler, reportError });
  const state = createSharedState({ bus, scheduler, reportError });
  const members = createMembers({ bus, state, scheduler, reportError });
  return {
    bus,
    state,
    games: createFollowing('game', { bus, reportError }),
    players: createFollowing('player', { bus, reportError }),
    /** Without Redis this node is the only one. */
    isAlone: carrier === undefined,
    isFullyConnected: members.isFullyConnected,
    onGap: bus.onGap,
    onGone: members.onGone,
    onFullyConnected: members.onFullyConnected,
    /** Applies recent heartbeats from Postgres. Ignored without a carrier, because this is then the only node. */
    receiveHeartbeats: (heartbeats: readonly Heartbeat[]): void =>
      void (carrier !== undefined && members.receiveHeartbeats(heartbeats)),
    hasOthers: members.hasOthers,
    leave: members.leave,
    /** Keeps this node's entries on other nodes until its players have reconnected there. */
    freeze: state.freeze,
    async start(): Promise<void> {
      await bus.start();
      state.start();
      members.start();
    },
    close(): void {
      members.close();
      state.close();
      bus.close();
    },
  };
}
