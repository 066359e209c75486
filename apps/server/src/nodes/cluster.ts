import { randomUUID } from 'node:crypto';
import type { Scheduler } from '../runtime/scheduler.ts';
import { createBus } from './bus.ts';
import { type Carrier, noCarrier } from './carrier.ts';
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
  const bus = createBus({ node: randomUUID(), carrier: carrier ?? noCarrier, scheduler, reportError });
  const state = createSharedState({ bus, scheduler, reportError });
  const members = createMembers({ bus, state, scheduler, reportError });
  return {
    bus,
    state,
    isFullyConnected: members.isFullyConnected,
    onGone: members.onGone,
    onFullyConnected: members.onFullyConnected,
    /** Applies recent heartbeats from Postgres. Ignored without a carrier, because this is then the only node. */
    receiveHeartbeats: (heartbeats: readonly Heartbeat[]): void =>
      void (carrier !== undefined && members.receiveHeartbeats(heartbeats)),
    hasOthers: members.hasOthers,
    leave: members.leave,
    /** Keeps this node's players visible to other nodes until they have reconnected there. */
    freezeState: state.freeze,
    start(): void {
      bus.start();
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
