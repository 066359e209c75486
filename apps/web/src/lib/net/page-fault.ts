import type { HandleServerError } from '@sveltejs/kit/hooks';
import { explain } from '@terrace/messages';

/** A fault of ours is logged by the server, and its reader is told what to find it by. What was refused says so itself. */
export const reportPageFault: HandleServerError = ({ kind, error, event }) => {
  if (kind !== 'unknown') return undefined;
  const reference = event.platform?.req.logFailure?.(error);
  if (reference !== undefined) return { why: explain({ code: 'unexpected', reference }), reference };
  // biome-ignore lint/suspicious/noConsole: in development and while pages are built there is no server's log
  console.error(error);
  return undefined;
};
