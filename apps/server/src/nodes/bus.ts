import { SECOND_MS } from '@terrace/protocol';
import { z } from 'zod';
import { createListeners } from '../runtime/listeners.ts';
import type { Bus, NodeId, Topic } from '../runtime/nodes.ports.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import type { Carrier } from './carrier.ts';

/** How often a node says that it is there, in ms, when it has nothing else to say. */
export const BUS_HEARTBEAT_EVERY_MS = SECOND_MS;

/** A message on the wire: `n` counts those of its sender from 1. */
const Envelope = z.object({ from: z.string(), n: z.int().positive(), topic: z.string(), body: z.unknown() });

type Dependencies = {
  readonly node: NodeId;
  readonly carrier: Carrier;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** The bus as members of the cluster use it. */
export type NodeBus = Bus & {
  /** Calls `listener` when messages of a node were missed, with the time in which that was, in ms; all time for a new node. */
  onGap(listener: (from: NodeId, missedMs: number) => void): void;
  /** Forgets a node that is gone; if it speaks again, that is a gap. */
  forget(from: NodeId): void;
  start(): void;
  close(): void;
};

/** The last of a sender that was heard: its number, and when by `elapsed`. */
type Received = { n: number; at: number };

/**
 * What nodes say to each other. Every message has its sender's next number, so whoever misses one, or hears a node for the
 * first time, knows it with the next message, a second later at most, and looks elsewhere for what it said: that is a gap.
 */
export function createBus({ node, carrier, scheduler, reportError }: Dependencies): NodeBus {
  const { elapsed, every } = scheduler;
  const lastReceived = new Map<NodeId, Received>();
  const topics = new Map<string, (body: unknown, from: NodeId) => void>();
  const gaps = createListeners<[from: NodeId, missedMs: number]>(reportError);
  let n = 0;
  let stopHeartbeats: Cancel | undefined;

  function send(topic: string, body: unknown): void {
    n += 1;
    carrier.send({ from: node, n, topic, body });
  }

  function receive(message: unknown): void {
    const { from, n, topic, body } = Envelope.parse(message);
    if (from === node) return;
    const last = lastReceived.get(from);
    lastReceived.set(from, { n, at: elapsed() });
    if (last === undefined) send('beat', null); // so that it hears us as soon
    if (last?.n !== n - 1) {
      const missedMs = last === undefined ? Number.POSITIVE_INFINITY : elapsed() - last.at;
      gaps.call(from, missedMs);
    }
    topics.get(topic)?.(body, from); // a later version may say what this one does not know
  }

  carrier.listen((message) => {
    try {
      receive(message);
    } catch (error) {
      reportError(error);
    }
  });

  return {
    node,

    topic<T>(name: string, schema: z.core.$ZodType<T>): Topic<T> {
      if (topics.has(name)) throw new Error(`there already is a bus topic "${name}"`);
      const listeners = createListeners<[message: T, from: NodeId]>(reportError);
      topics.set(name, (body, from) => listeners.call(z.parse(schema, body), from));
      return {
        publish: (message) => send(name, message),
        announce(message) {
          send(name, message);
          listeners.call(message, node);
        },
        on: listeners.add,
      };
    },

    onGap: gaps.add,
    silentMs: (from) => elapsed() - (lastReceived.get(from)?.at ?? Number.NEGATIVE_INFINITY),
    forget: (from) => void lastReceived.delete(from),

    start() {
      send('beat', null);
      stopHeartbeats = every(BUS_HEARTBEAT_EVERY_MS, () => send('beat', null));
    },

    close: () => stopHeartbeats?.(),
  };
}
