import { z } from 'zod';
import { createListeners } from '../runtime/listeners.ts';
import type { NodeId } from '../runtime/nodes.ports.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import type { NodeBus } from './bus.ts';
import type { NodeState } from './shared-state.ts';

/** A node silent for longer is gone, and its shared entries with it. */
const GONE_AFTER_MS = 5_000;

/** A live node silent on the bus for longer may have published messages that were not received here. */
const MAX_SILENCE_MS = 3_000;
const CHECK_EVERY_MS = 1_000;

export type Heartbeat = { readonly node: NodeId; readonly silentMs: number };

type Dependencies = {
  readonly bus: NodeBus;
  readonly state: Pick<NodeState, 'drop' | 'isLoaded'>;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** The other nodes. A node is alive while it writes heartbeats to Postgres or sends on the bus. */
export function createMembers({ bus, state, scheduler, reportError }: Dependencies) {
  const { elapsed, every } = scheduler;
  const goodbye = bus.topic('goodbye', z.object({}));
  const aliveAt = new Map<NodeId, number>();
  const leaving = new Set<NodeId>();
  const gone = createListeners<[node: NodeId]>(reportError);
  const connectedChanges = createListeners<[isFullyConnected: boolean]>(reportError);
  /** At the last check, and as last reported to listeners. */
  const connected = { now: true, notified: true };
  let checkedAt = elapsed();
  let stopChecking: Cancel | undefined;

  bus.onGap((node) => {
    if (!aliveAt.has(node)) aliveAt.set(node, elapsed());
  });
  // Its players reconnect to other nodes soon. Until then its entries stay.
  goodbye.on((_, node) => leaving.add(node));

  const isFullyConnected = (): boolean =>
    [...aliveAt].every(([node]) => leaving.has(node) || (state.isLoaded(node) && bus.silentMs(node) <= MAX_SILENCE_MS));

  function forget(node: NodeId): void {
    aliveAt.delete(node);
    leaving.delete(node);
    bus.forget(node);
    state.drop(node);
    gone.call(node);
  }

  function findGone(): void {
    for (const [node, lastAliveAt] of aliveAt) {
      const isSilent = bus.silentMs(node) > GONE_AFTER_MS;
      if (isSilent && elapsed() - lastAliveAt > GONE_AFTER_MS) forget(node);
      else if (isSilent && leaving.has(node)) state.drop(node);
    }
  }

  /** Reports a disconnection only after two checks, so that a joining node or a short gap is not reported. */
  function notifyConnected(): void {
    const before = connected.now;
    connected.now = isFullyConnected();
    if (connected.notified === connected.now || (!connected.now && before)) return;
    connected.notified = connected.now;
    connectedChanges.call(connected.notified);
  }

  function check(): void {
    const wasAsleep = elapsed() - checkedAt > 2 * CHECK_EVERY_MS; // messages from that time may still be pending
    checkedAt = elapsed();
    if (!wasAsleep) findGone();
    notifyConnected();
  }

  return {
    receiveHeartbeats(heartbeats: readonly Heartbeat[]): void {
      for (const { node, silentMs } of heartbeats) {
        if (node !== bus.node && silentMs <= GONE_AFTER_MS) aliveAt.set(node, elapsed() - silentMs);
      }
    },

    isFullyConnected,

    onFullyConnected: connectedChanges.add,

    hasOthers: (): boolean => [...aliveAt.keys()].some((node) => !leaving.has(node)),

    onGone: gone.add,

    leave: (): void => goodbye.publish({}),

    start(): void {
      checkedAt = elapsed();
      stopChecking = every(CHECK_EVERY_MS, check);
    },

    close: (): void => stopChecking?.(),
  };
}
