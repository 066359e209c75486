import { z } from 'zod';
import type { Bus, NodeId } from './bus.ts';
import type { SharedState } from './shared-state.ts';

/** A node of which nothing was seen for so long is gone, in ms, and what it said of its players with it. */
const GONE_AFTER_MS = 5_000;

/** A node that lives but was not heard on the bus for so long may have told something that nobody here knows, in ms. */
const MAX_SILENCE_MS = 3_000;

/** How often to see who is gone, in ms. */
const LOOK_EVERY_MS = 1_000;

/** A beat of a node in Postgres: how long ago it was, in ms. */
export type Beat = { readonly node: NodeId; readonly silentMs: number };

type Services = {
  readonly bus: Bus;
  readonly state: SharedState;
  /** Monotonic, in ms. */
  readonly elapsed: () => number;
};

export type Members = ReturnType<typeof createMembers>;

/**
 * The other nodes of this cluster. A node lives as long as it beats in Postgres or is heard on the bus: one that Redis has cut
 * off still has its players.
 */
export function createMembers({ bus, state, elapsed }: Services) {
  const goodbye = bus.topic('goodbye', z.object({}));
  /** When each living node was last seen to beat, by `elapsed`. */
  const seenAt = new Map<NodeId, number>();
  const leaving = new Set<NodeId>();
  const goneListeners: ((node: NodeId) => void)[] = [];
  let timer: NodeJS.Timeout | undefined;

  bus.onGap((node) => {
    if (!seenAt.has(node)) seenAt.set(node, elapsed());
  });
  // Its players are about to come to another node: until then they count as where they were.
  goodbye.on((_, node) => leaving.add(node));

  const silentMs = (node: NodeId, seen: number): number => Math.min(elapsed() - seen, bus.silentMs(node));

  function look(): void {
    for (const [node, seen] of seenAt) {
      const isGone = silentMs(node, seen) > GONE_AFTER_MS || (leaving.has(node) && bus.silentMs(node) > GONE_AFTER_MS);
      if (!isGone) continue;
      seenAt.delete(node);
      leaving.delete(node);
      bus.forget(node);
      state.drop(node);
      for (const listener of goneListeners) listener(node);
    }
  }

  return {
    /** Takes in which nodes have beaten in Postgres lately. */
    seen(beats: readonly Beat[]): void {
      for (const { node, silentMs } of beats) {
        if (node !== bus.node && silentMs <= GONE_AFTER_MS) seenAt.set(node, elapsed() - silentMs);
      }
    },

    /** Whether what all living nodes say is known: else whoever seems to be nowhere may be on a node that cannot be heard. */
    isWhole: (): boolean =>
      [...seenAt].every(
        ([node]) => leaving.has(node) || (state.isLoaded(node) && bus.silentMs(node) <= MAX_SILENCE_MS),
      ),

    /** Whether there is another node, and one that does not stop. */
    hasOthers: (): boolean => [...seenAt.keys()].some((node) => !leaving.has(node)),

    /** Calls `listener` when a node is gone, whatever ended it. */
    onGone: (listener: (node: NodeId) => void): void => void goneListeners.push(listener),

    /** Says that this node is about to stop. */
    leave: (): void => goodbye.publish({}),

    start(): void {
      timer = setInterval(look, LOOK_EVERY_MS);
    },

    close: (): void => clearInterval(timer),
  };
}
