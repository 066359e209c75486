import type { Refusal } from '@terrace/protocol';
import { SECOND_MS } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import { isDatabaseFault } from '../game-service/games.ports.ts';
import { pause, type Scheduler } from '../runtime/scheduler.ts';
import type { ErrandAnswer, ErrandStore, NewErrand, Task, Test } from './errands.ports.ts';

const LOOK_EVERY_MS = 100;

/** An errand that has not been claimed by then is refused: the background work is down. */
const BEGIN_MS = 3 * SECOND_MS;

/** Longer than the time limit of a test's receiver. */
const ANSWER_MS = 25 * SECOND_MS;

const BUSY: Refusal = { code: 'busy', retryMs: 10 * SECOND_MS };

type Dependencies = {
  readonly store: ErrandStore;
  /** Lets the background work look for errands now. */
  readonly wake: () => void;
  readonly now: () => number;
  readonly machine: Scheduler;
};

export type Errands = ReturnType<typeof createErrands>;

/** Leaves work to the processes that do background work, through a table, so that it survives their end. */
export function createErrands({ store, wake, now, machine }: Dependencies) {
  const never = new AbortController().signal;

  /** An errand for a store that saves it with something else. It is tried until it succeeds, or for `usefulMs`. */
  const prepare = (task: Task, usefulMs: number): NewErrand => ({ task, dueAt: now(), expiresAt: now() + usefulMs });

  async function add(errand: NewErrand): Promise<number> {
    const id = await store.add(errand);
    wake();
    return id;
  }

  return {
    prepare,
    wake,

    /** Resolves once the errand is stored. */
    async leave(errand: NewErrand): Promise<void> {
      await add(errand);
    },

    /** Waits for the answer. Refused, and not done later, if no process begins it at once. */
    async ask(task: Test): Promise<Result<ErrandAnswer, Refusal>> {
      const id = await add(prepare(task, ANSWER_MS));
      const began = machine.elapsed();
      const elapsedMs = (): number => machine.elapsed() - began;
      while (elapsedMs() < ANSWER_MS) {
        await pause(machine, LOOK_EVERY_MS, never);
        try {
          const answer = await store.answerOf(id);
          if (answer === undefined && !(elapsedMs() >= BEGIN_MS && (await store.withdraw(id)))) continue;
          if (answer !== undefined) await store.remove(id);
          return answer === undefined ? err(BUSY) : ok(answer);
        } catch (error) {
          // The errand is stored, so a refusal now would not be true. After this time it is expired.
          if (!isDatabaseFault(error)) throw error;
        }
      }
      return err(BUSY);
    },
  };
}
