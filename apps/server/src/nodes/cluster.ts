import { randomUUID } from 'node:crypto';
import type { Scheduler } from '../runtime/scheduler.ts';
import { createBus } from './bus.ts';
import { type Carrier, noCarrier } from './carrier.ts';
import { createMembers, type Heartbeat } from './members.ts';
import { createSharedState } from './shared-state.ts';

type Dependencies = {
  /** What carries messages between nodes; undefined for a node that is the only one. */
  readonly carrier: Carrier | undefined;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

export type Cluster = ReturnType<typeof createCluster>;

/** What connects this node with the others on the same database. */
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
    /** Takes in which nodes have beaten in Postgres lately. Without a carrier these have all stopped: there is one node. */
    receiveHeartbeats: (heartbeats: readonly Heartbeat[]): void =>
      void (carrier !== undefined && members.receiveHeartbeats(heartbeats)),
    hasOthers: members.hasOthers,
    leave: members.leave,
    /** What this node told of its players stays for a moment from now on, until they are at another one. */
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
