import { pause, type Scheduler } from '../runtime/scheduler.ts';
import { isDatabaseFault } from './games.ports.ts';

const PAUSE_MS = 1_000;

/**
 * Repeats a write until Postgres accepts it, because what it stores has happened and must not happen again.
 * @throws the errors of `write` except DatabaseUnavailable and DatabaseBusy, and those when the signal is aborted
 */
export async function untilSaved<T>(write: () => Promise<T>, scheduler: Scheduler, closing: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseFault(error) || closing.aborted) throw error;
      await pause(scheduler, PAUSE_MS, closing).catch(() => undefined);
    }
  }
}
