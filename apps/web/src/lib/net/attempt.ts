import { messages } from '@terrace/messages';
import { toaster } from '#lib/ui/toaster.svelte.ts';
import type { Connection } from './connection.svelte.ts';
import { runAfter } from './timing.ts';

const SLOW_AFTER_MS = 1000;
/** Longer than a reconnect to a restarted server takes. */
const LIMIT_MS = 10_000;

/** Shows a message when the requests are slow or time out. @param run repeats them until its signal is aborted */
export async function attempt<T>(
  connection: Pick<Connection, 'status'>,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const text = messages.site.connection;
  const limit = new AbortController();
  if (connection.status !== 'connected') toaster.show(text.trying);
  const cancelSlow = runAfter(SLOW_AFTER_MS, signal, () => {
    toaster.show(connection.status === 'connected' ? text.slow : text.trying);
  });
  const cancelLimit = runAfter(LIMIT_MS, signal, () => {
    limit.abort();
    toaster.show(timeoutText(connection));
  });
  try {
    return await run(AbortSignal.any([signal, limit.signal]));
  } finally {
    cancelSlow();
    cancelLimit();
  }
}

export const timeoutText = ({ status }: Pick<Connection, 'status'>): string =>
  status === 'connected' ? messages.site.connection.unanswered : messages.site.connection.notSent;
