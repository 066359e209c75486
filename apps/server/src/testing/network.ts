import type { Carrier } from '../nodes/carrier.ts';
import type { Scheduler } from '../runtime/scheduler.ts';

const DELAY_MS = 1;

/** Whether to drop a message between two carriers, numbered from 0 in joining order. */
type IsDropped = (from: number, to: number) => boolean;

type Joined = { readonly channels: Set<string>; readonly listeners: ((channel: string, text: string) => void)[] };

/** Carries messages between nodes of one process, in order per sender like Redis. Tests can drop messages. */
export function createNetwork({ after }: Pick<Scheduler, 'after'>) {
  const joined: Joined[] = [];
  let isDropped: IsDropped = () => false;

  return {
    join(): Carrier {
      const own: Joined = { channels: new Set(), listeners: [] };
      const from = joined.push(own) - 1;
      return {
        async send(channel, text) {
          const subscribers = [...joined.entries()].filter(([, { channels }]) => channels.has(channel));
          for (const [to, { listeners }] of subscribers) {
            if (isDropped(from, to)) continue;
            after(DELAY_MS, () => {
              for (const listener of listeners) listener(channel, text);
            });
          }
          return subscribers.length;
        },
        subscribe: async (channel) => void own.channels.add(channel),
        unsubscribe: (channel) => void own.channels.delete(channel),
        listen: (listener) => void own.listeners.push(listener),
        onRestored: () => undefined,
        close: () => void own.listeners.splice(0),
      };
    },
    lose(when: IsDropped): void {
      isDropped = when;
    },
  };
}
