import { SECOND_MS } from '@terrace/protocol';
import { z } from 'zod';
import { createListeners } from '../runtime/listeners.ts';
import type { Bus, NodeId, Topic } from '../runtime/nodes.ports.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import type { Carrier } from './carrier.ts';

export const BUS_HEARTBEAT_EVERY_MS = SECOND_MS;

/** A message on the wire. `n` is the sender's message count, from 1. */
const Envelope = z.object({ from: z.string(), n: z.int().positive(), topic: z.string(), body: z.unknown() });

type Dependencies = {
  readonly node: NodeId;
  readonly carrier: Carrier;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

export type NodeBus = Bus & {
  /** `missedMs` is the time since the last message of the node; infinite for a new node. */
  onGap(listener: (from: NodeId, missedMs: number) => void): void;
  /** Forgets a node that is gone. Its next message is a gap. */
  forget(from: NodeId): void;
  start(): void;
  close(): void;
};

type Received = { n: number; at: number };

/** Numbers messages by sender. A gap shows within a second; listeners then recover the missed data from elsewhere. */
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
    if (last === undefined) send('beat', null); // so that the new node receives from this one without delay
    if (last?.n !== n - 1) {
      const missedMs = last === undefined ? Number.POSITIVE_INFINITY : elapsed() - last.at;
      gaps.call(from, missedMs);
    }
    topics.get(topic)?.(body, from); // newer versions may have topics unknown here
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
      if (topics.has(name)) throw new Error(`duplicate bus topic "${name}"`);
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
