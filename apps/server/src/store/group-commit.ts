import { isDatabaseFault } from '../game-service/store.ts';
import type { Entry, Outcome, Outcomes } from './append-statement.ts';

type Waiting = Entry & { resolve: (outcome: Outcome) => void; reject: (error: unknown) => void };

/** Most games in one statement, to bound how long the first waits for the last. */
const MAX_GAMES_PER_STATEMENT = 128;

type Services = {
  /** Appends to several games in one commit. */
  readonly statement: (batch: readonly Entry[]) => Promise<Outcomes>;
  /** Called with the number of games of each statement that is sent, for monitoring. */
  readonly batchSent: (games: number) => void;
};

/**
 * Group commit: appends that wait at the same moment are sent in one statement and share its commit; a single one is sent
 * at once. Only one statement runs at a time: with two, fewer appends share a commit, which measured slower. A game never
 * has two appends in one statement, since the service appends to a game one after another.
 */
export function createGroupCommit({ statement, batchSent }: Services) {
  const waiting: Waiting[] = [];
  let isSending = false;

  function send(): void {
    if (isSending || waiting.length === 0) return;
    isSending = true;
    const batch = waiting.splice(0, MAX_GAMES_PER_STATEMENT);
    batchSent(batch.length);
    void sendBatch(batch).finally(() => {
      isSending = false;
      send();
    });
  }

  /**
   * Sends a batch. A database that is unreachable, busy or locked rejects the whole batch, since more statements would only make
   * the other games wait. Any other error comes at once and may be caused by one entry, such as a text that Postgres cannot
   * store, so the batch is halved until that entry is alone.
   */
  async function sendBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await statement(batch);
      for (const entry of batch) entry.resolve(outcomes.get(entry.summary.id) ?? 'outrun');
    } catch (error) {
      if (batch.length === 1 || isDatabaseFault(error)) for (const entry of batch) entry.reject(error);
      else {
        const half = Math.ceil(batch.length / 2);
        await sendBatch(batch.slice(0, half));
        await sendBatch(batch.slice(half));
      }
    }
  }

  return {
    append: (entry: Entry): Promise<Outcome> =>
      new Promise((resolve, reject) => {
        waiting.push({ ...entry, resolve, reject });
        send();
      }),
    /** Number of appends that wait for the running statement. */
    waiting: (): number => waiting.length,
  };
}
