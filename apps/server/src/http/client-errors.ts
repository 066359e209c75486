import { ClientError } from '@terrace/protocol';
import { createRateLimit } from '../limits/rate-limit.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { everyone } from './access.ts';
import { throwIfRefused } from './refusals.ts';
import { blockOf, type Router } from './route.ts';

/** Reports from one address block; durations in s. A page sends at most 10 each time it is loaded. */
const PER_ADDRESS = { points: 30, duration: 600 };
/** Reports from all addresses together, so that no number of them fills the log. */
const PER_NODE = { points: 120, duration: 60 };
const ADDRESS = /\bhttps?:\/\/[^\s/?#)]*((?:\/[^\s?#):]*)?)(?:[?#][^\s)]*?)?((?::\d+){1,2})?(?=[\s)]|$)/gi;
const PARAMETER = /[?#&][\w.-]+=[^\s)"']*/g;

/**
 * Removes what could identify a person or open an account: hosts, queries and fragments, and all but the first part of a path
 * that is not one of our scripts.
 */
export const withoutAddresses = (text: string): string =>
  text
    .replace(ADDRESS, (_, path: string, position = '') => {
      const shown = path.startsWith('/_app/') ? path : `/${path.split('/')[1] ?? ''}`;
      return `${shown}${position}`;
    })
    .replace(PARAMETER, '');

/** `POST /api/client-errors`: logs and counts unexpected errors of pages. Reports are untrusted text of bounded length. */
export function addClientErrorRoute({ tagged }: Router, metrics: Pick<Metrics, 'clientErrorReported'>): void {
  const route = tagged('Service');
  const perAddress = createRateLimit(PER_ADDRESS);
  const perNode = createRateLimit(PER_NODE);

  route('POST', '/api/client-errors', {
    operationId: 'reportClientError',
    access: everyone('read'),
    anonymous: true,
    hidden: true,
    summary: 'Report an error of a page',
    description: 'For the pages of this site. The page chose the reference and shows it to the player.',
    body: ClientError,
    example: {
      body: { reference: '0a1b2c3d', source: 'part', message: 'Error: x', stack: '', route: '/', version: '1' },
    },
    handler: async ({ body: { message, stack, source, ...report }, request }) => {
      throwIfRefused(await perAddress.consume(blockOf(request)));
      throwIfRefused(await perNode.consume('all'));
      metrics.clientErrorReported(source);
      // `reference` alone is the request's own; the page's stands in the entry.
      const clientError = { ...report, source, message: withoutAddresses(message), stack: withoutAddresses(stack) };
      request.log.warn({ clientError }, 'a page failed in a browser');
    },
  });
}
