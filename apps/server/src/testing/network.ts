import type { Carrier } from '../nodes/carrier.ts';
import type { Scheduler } from '../runtime/scheduler.ts';

const DELAY_MS = 1;

/** Whether to drop a message between two carriers, numbered from 0 in joining order. */
type IsDropped = (from: number, to: number) => boolean;

/** Carries messages between nodes of one process, in order per sender like Redis. Tests can drop messages. */
export function createNetwork({ after }: Pick<Scheduler, 'after'>) {
  const joined: ((message: unknown) => void)[][] = [];
  let isDropped: IsDropped = () => false;

  return {
    join(): Carrier {
      const listeners: ((message: unknown) => void)[] = [];
      const from = joined.push(listeners) - 1;
      return {
        send(message) {
          const text = JSON.stringify(message);
          for (const [to, others] of joined.entries()) {
            if (isDropped(from, to)) continue;
            after(DELAY_MS, () => {
              for (const listener of others) listener(JSON.parse(text));
            });
          }
        },
        listen: (listener) => void listeners.push(listener),
        close: async () => void listeners.splice(0),
      };
    },
    lose(when: IsDropped): void {
      isDropped = when;
    },
  };
}
