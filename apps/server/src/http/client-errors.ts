import { ClientError } from '@terrace/protocol';
import { createRateLimit } from '../limits/rate-limit.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { everyone } from './access.ts';
import { throwIfRefused } from './refusals.ts';
import { blockOf, type Router } from './route.ts';

/** Limit for one address block, duration in seconds. A page sends at most 10 reports per load. */
const PER_ADDRESS = { points: 30, duration: 600 };
const PER_NODE = { points: 120, duration: 60 };
const ADDRESS = /\bhttps?:\/\/[^\s/?#)]*((?:\/[^\s?#):]*)?)(?:[?#][^\s)]*?)?((?::\d+){1,2})?(?=[\s)]|$)/gi;
const PARAMETER = /[?#&][\w.-]+=[^\s)"']*/g;

/** Removes hosts, queries and fragments, and all but the first segment of a path: they could identify a person. */
export const withoutAddresses = (text: string): string =>
  text
    .replace(ADDRESS, (_, path: string, position = '') => {
      const shown = path.startsWith('/_app/') ? path : `/${path.split('/')[1] ?? ''}`;
      return `${shown}${position}`;
    })
    .replace(PARAMETER, '');

/** `POST /api/client-errors`: logs and counts unexpected errors of pages. Reports are untrusted. */
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
    description: 'For the pages of this site. The page generates the reference and shows it to the player.',
    body: ClientError,
    example: {
      body: { reference: '0a1b2c3d', source: 'part', message: 'Error: x', stack: '', route: '/', version: '1' },
    },
    handler: async ({ body: { message, stack, source, ...report }, request }) => {
      throwIfRefused(perAddress.consume(blockOf(request)));
      throwIfRefused(perNode.consume('all'));
      metrics.clientErrorReported(source);
      // Nested, because `reference` at the top level is the request's own.
      const clientError = { ...report, source, message: withoutAddresses(message), stack: withoutAddresses(stack) };
      request.log.warn({ clientError }, 'a page failed in a browser');
    },
  });
}
