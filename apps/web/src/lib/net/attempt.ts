import { messages } from '@terrace/messages';
import { toaster } from '#lib/ui/toaster.svelte.ts';
import type { Connection } from './connection.svelte.ts';
import { later } from './timing.ts';

/** Requests pending longer than this show a message. */
const SLOW_AFTER_MS = 1000;
/** Longer than a reconnect to a restarted server takes. */
const LIMIT_MS = 10_000;

/**
 * Runs requests for a button press. A toast reports a missing connection at once, a slow answer after one second, and a
 * timeout after ten.
 *
 * @param signal aborted when the player leaves the page
 * @param run repeats its requests until the given signal is aborted
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

/** The message for a request that timed out. */
export const lostText = ({ status }: Pick<Connection, 'status'>): string =>
  status === 'connected' ? messages.site.connection.unanswered : messages.site.connection.notSent;
