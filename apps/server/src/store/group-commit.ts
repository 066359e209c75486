import { DatabaseUnavailable } from '../game/store.ts';
import type { AppendWatch, Entry } from './append.ts';

type Waiting = Entry & { resolve: (appended: boolean) => void; reject: (error: unknown) => void };

/** Games in one statement at most, to bound how long the first waits for the last. */
const MAX_GAMES_PER_STATEMENT = 128;

type Services = {
  /** Appends to several games in one commit. @returns the ids of those that were appended to */
  readonly statement: (batch: readonly Entry[]) => Promise<ReadonlySet<string>>;
  readonly batchSent: AppendWatch['batchSent'];
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

  async function sendBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const appended = await statement(batch);
      for (const entry of batch) entry.resolve(appended.has(entry.summary.id));
    } catch (error) {
      // One entry may have failed the statement for all, such as by a deadlock with another node, so each is sent again
      // alone. While Postgres cannot be reached that would only repeat the wait.
      if (batch.length === 1 || error instanceof DatabaseUnavailable) for (const entry of batch) entry.reject(error);
      else for (const entry of batch) await sendBatch([entry]);
    }
  }

  return {
    append: (entry: Entry): Promise<boolean> =>
      new Promise((resolve, reject) => {
        waiting.push({ ...entry, resolve, reject });
        send();
      }),
    /** Appends that wait for the statement before theirs. */
    waiting: (): number => waiting.length,
  };
}
