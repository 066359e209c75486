import type { Carrier } from '../nodes/carrier.ts';
import type { Scheduler } from '../runtime/scheduler.ts';

/** How long messages of a channel take, in ms. */
type DelayOf = (channel: string) => number;

/** Whether to drop a message between two carriers, numbered from 0 in joining order. */
type IsDropped = (from: number, to: number) => boolean;

type Joined = { readonly channels: Set<string>; readonly listeners: ((channel: string, text: string) => void)[] };

/** Carries messages between nodes of one process, in order per sender and channel. Tests can drop messages. */
export function createNetwork({ after }: Pick<Scheduler, 'after'>, delayOf: DelayOf = () => 1) {
  const joined: Joined[] = [];
  const sent = new Map<string, number>();
  let isDropped: IsDropped = () => false;

  return {
    /** @param replyMs how long the carrier takes to report how many nodes receive a text */
    join(replyMs = 0): Carrier {
      const own: Joined = { channels: new Set(), listeners: [] };
      const from = joined.push(own) - 1;
      return {
        async send(channel, text) {
          sent.set(channel, (sent.get(channel) ?? 0) + 1);
          const subscribers = [...joined.entries()].filter(([, { channels }]) => channels.has(channel));
          for (const [to, { listeners }] of subscribers) {
            if (isDropped(from, to)) continue;
            after(delayOf(channel), () => {
              for (const listener of listeners) listener(channel, text);
            });
          }
          if (replyMs > 0) await new Promise<void>((resolve) => void after(replyMs, resolve));
          return subscribers.length;
        },
        subscribe: async (channel) => void own.channels.add(channel),
        unsubscribe: (channel) => void own.channels.delete(channel),
        listen: (listener) => void own.listeners.push(listener),
        onInterrupted: () => undefined,
        onRestored: () => undefined,
        close: () => void own.listeners.splice(0),
      };
    },
    sentTo: (channel: string): number => sent.get(channel) ?? 0,
    lose(when: IsDropped): void {
      isDropped = when;
    },
  };
}
