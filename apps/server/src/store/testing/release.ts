import type pg from 'pg';
import { onTestFinished } from 'vitest';

/**
 * Ends the transaction of a client, and its connection and those of the others, once: when the function is called, or at
 * the end of the test, so that a failed test does not keep its locks.
 */
export function releaseOnce(client: pg.Client, ...others: readonly pg.Client[]): () => Promise<void> {
  let released: Promise<unknown> | undefined;
  const release = async (): Promise<void> => {
    released ??= client.query('rollback').then(() => Promise.all([client, ...others].map((each) => each.end())));
    await released;
  };
  onTestFinished(release);
  return release;
}
