import type { HandleServerError } from '@sveltejs/kit/hooks';
import { explain } from '@terrace/messages';

/** Logs unexpected errors on the server and shows the log reference to the visitor. Refusals explain themselves. */
export const reportPageFault: HandleServerError = ({ kind, error, event }) => {
  if (kind !== 'unknown') return undefined;
  const reference = event.platform?.req.logFailure?.(error);
  if (reference !== undefined) return { why: explain({ code: 'unexpected', reference }), reference };
  // biome-ignore lint/suspicious/noConsole: development and prerendering have no server log
  console.error(error);
  return undefined;
};
