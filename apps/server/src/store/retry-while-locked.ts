import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseBusy } from '../game-service/games.ports.ts';
import { LockTimeout, RETRY_MS } from './run-query.ts';

const MAX_LOCKED_MS = 2_000;

/** The pause doubles up to the maximum. A row is usually locked for one commit of another node. */
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 100;

/** Holds no connection or lock between attempts. @throws DatabaseBusy after two seconds; nothing was saved */
export async function retryWhileLocked<T>(attempt: () => Promise<T | 'locked'>): Promise<T> {
  let giveUpAt: number | undefined;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      const outcome = await attempt();
      if (outcome !== 'locked') return outcome;
    } catch (error) {
      if (!(error instanceof LockTimeout)) throw error;
    }
    giveUpAt ??= performance.now() + MAX_LOCKED_MS;
    if (performance.now() >= giveUpAt) throw new DatabaseBusy('another session has locked the row of a game', RETRY_MS);
    await sleep(pauseMs);
  }
}
