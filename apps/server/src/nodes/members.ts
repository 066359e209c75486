import { z } from 'zod';
import { createListeners } from '../runtime/listeners.ts';
import type { NodeId } from '../runtime/nodes.ports.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import type { NodeBus } from './bus.ts';
import type { NodeState } from './shared-state.ts';

/** A node of which nothing was seen for so long is gone, in ms, and what it said of its players with it. */
const GONE_AFTER_MS = 5_000;

/** A node that lives but was not heard on the bus for so long may have told something that nobody here knows, in ms. */
const MAX_SILENCE_MS = 3_000;
const CHECK_EVERY_MS = 1_000;

/** A beat of a node in Postgres: how long ago it was, in ms. */
export type Heartbeat = { readonly node: NodeId; readonly silentMs: number };

type Dependencies = {
  readonly bus: NodeBus;
  readonly state: Pick<NodeState, 'drop' | 'isLoaded'>;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/**
 * The other nodes of this cluster. A node lives as long as it beats in Postgres or is heard on the bus: one that Redis has cut
 * off still has its players.
 */
export function createMembers({ bus, state, scheduler, reportError }: Dependencies) {
  const { elapsed, every } = scheduler;
  const goodbye = bus.topic('goodbye', z.object({}));
  /** When each living node was last seen to beat, by `elapsed`. */
  const aliveAt = new Map<NodeId, number>();
  const leaving = new Set<NodeId>();
  const gone = createListeners<[node: NodeId]>(reportError);
  const connectedChanges = createListeners<[isFullyConnected: boolean]>(reportError);
  /** At the last look, and as listeners know it. */
  const connected = { now: true, notified: true };
  let checkedAt = elapsed();
  let stopChecking: Cancel | undefined;

  bus.onGap((node) => {
    if (!aliveAt.has(node)) aliveAt.set(node, elapsed());
  });
  // Its players are about to come to another node: until then they count as where they were.
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
      else if (isSilent && leaving.has(node)) state.drop(node); // it said so: its last heartbeats need not be waited for
    }
  }

  /** Tells a change for the worse at the second look: a node that comes, or was missed for a moment, is read before that. */
  function notifyConnected(): void {
    const before = connected.now;
    connected.now = isFullyConnected();
    if (connected.notified === connected.now || (!connected.now && before)) return;
    connected.notified = connected.now;
    connectedChanges.call(connected.notified);
  }

  function check(): void {
    const wasAsleep = elapsed() - checkedAt > 2 * CHECK_EVERY_MS; // then what others said meanwhile is not heard yet
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

    /** Whether there is another node, and one that does not stop. */
    hasOthers: (): boolean => [...aliveAt.keys()].some((node) => !leaving.has(node)),

    onGone: gone.add,

    /** Says that this node is about to stop. */
    leave: (): void => goodbye.publish({}),

    start(): void {
      checkedAt = elapsed();
      stopChecking = every(CHECK_EVERY_MS, check);
    },

    close: (): void => stopChecking?.(),
  };
}
