import type { ClientError } from '@terrace/protocol';
import { version } from '$app/env';
import { page } from '$app/state';
import { createErrorReporter, type ReportError } from './error-reporter.ts';

const PATH = '/api/client-errors';

const newReference = (): string => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return random.toString(16).padStart(8, '0');
};

/**
 * Reports an unexpected error of this page to the server, which logs it. Without a connection the report is dropped.
 * Browser only: the server logs its own errors.
 */
export const reportError: ReportError = createErrorReporter({
  newReference,
  send: (report) => {
    const body: ClientError = { ...report, route: page.route.id, version };
    const headers = { 'content-type': 'application/json' };
    // A failure here must not be reported as another error.
    fetch(PATH, { method: 'POST', headers, body: JSON.stringify(body), keepalive: true }).catch(() => undefined);
  },
});
