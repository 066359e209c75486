import type { Carrier } from '../nodes/carrier.ts';
import type { Scheduler } from '../runtime/scheduler.ts';

/** How long a message takes, in ms. */
const DELAY_MS = 1;

/** Whether a message is lost on its way between two of those who have joined, by their numbers from 0. */
type Loses = (from: number, to: number) => boolean;

/** Carries messages between nodes of one process, in the order of each sender, as Redis does, and loses those that a test says. */
export function createNetwork({ after }: Pick<Scheduler, 'after'>) {
  const joined: ((message: unknown) => void)[][] = [];
  let loses: Loses = () => false;

  return {
    /** A carrier for one more node. */
    join(): Carrier {
      const listeners: ((message: unknown) => void)[] = [];
      const from = joined.push(listeners) - 1;
      return {
        send(message) {
          const text = JSON.stringify(message);
          for (const [to, others] of joined.entries()) {
            if (loses(from, to)) continue;
            after(DELAY_MS, () => {
              for (const listener of others) listener(JSON.parse(text));
            });
          }
        },
        listen: (listener) => void listeners.push(listener),
        close: async () => void listeners.splice(0),
      };
    },
    /** From now on messages are lost like this. */
    lose(when: Loses): void {
      loses = when;
    },
  };
}
