import { messages } from '@terrace/messages';
import { toaster } from '#lib/ui/toaster.svelte.ts';
import type { Connection } from './connection.svelte.ts';
import { later } from './timing.ts';

/** After this the player reads that the page waits for an answer, in ms. */
const SLOW_AFTER_MS = 1000;
/** After this an attempt is given up, in ms: longer than a reconnect to a restarted server takes. */
const LIMIT_MS = 10_000;

/**
 * Does something that a player has pressed a button for and waits for. A short message says at once when there is no
 * connection, and when the answer is slow. After ten seconds the attempt is given up and the message says so.
 *
 * @param signal aborted when the player leaves the page
 * @param run makes requests until the signal it gets is aborted
 */
export async function attempt<T>(
  connection: Pick<Connection, 'status'>,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const text = messages.site.connection;
  const limit = new AbortController();
  if (connection.status !== 'connected') toaster.say(text.trying);
  const cancelSlow = later(SLOW_AFTER_MS, signal, () => {
    toaster.say(connection.status === 'connected' ? text.slow : text.trying);
  });
  const cancelLimit = later(LIMIT_MS, signal, () => {
    limit.abort();
    toaster.say(lostText(connection));
  });
  try {
    return await run(AbortSignal.any([signal, limit.signal]));
  } finally {
    cancelSlow();
    cancelLimit();
  }
}

/** What to say about a request that was given up. */
export const lostText = ({ status }: Pick<Connection, 'status'>): string =>
  status === 'connected' ? messages.site.connection.unanswered : messages.site.connection.notSent;
