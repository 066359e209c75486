import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import { isInjection } from 'light-my-request';
import type { Metrics } from '../metrics/metrics.ts';
import { everyone } from './access.ts';
import { RefusedRequest } from './refusals.ts';
import { type Router, text } from './route.ts';

const PRIVATE = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal']);

/** Headers set by proxies. A proxy may also be in a private network, but forwards requests from outside. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'] as const;

export function isFromPrivateNetwork(address: string | undefined, headers: IncomingHttpHeaders): boolean {
  if (address === undefined || !ipaddr.isValid(address)) return false;
  return PRIVATE.has(ipaddr.process(address).range()) && FORWARDED.every((name) => headers[name] === undefined);
}

/** Must be called before the routes are added. */
export function countRequests(app: FastifyInstance, { httpAnswered }: Pick<Metrics, 'httpAnswered'>): void {
  app.addHook('onResponse', async ({ routeOptions: { config } }, { statusCode }) =>
    httpAnswered(config.operationId ?? (config.page ? 'page' : 'none'), statusCode),
  );
}

/** `GET /metrics`, for Prometheus in the same network. Other clients get 404. */
export function addMetricsRoute({ tagged }: Router, metrics: Pick<Metrics, 'text' | 'contentType'>): void {
  const route = tagged('Service');
  route('GET', '/metrics', {
    operationId: 'getMetrics',
    access: everyone('read'),
    anonymous: true,
    hidden: true,
    summary: 'Metrics',
    description: 'In the Prometheus format, for clients that connect directly from a private network.',
    reply: text('text/plain', 'Metrics.'),
    handler: async ({ request: { raw }, reply }) => {
      if (isInjection(raw) || !isFromPrivateNetwork(raw.socket.remoteAddress, raw.headers)) {
        throw new RefusedRequest({ code: 'no-such-route' });
      }
      return reply.type(metrics.contentType).send(await metrics.text());
    },
  });
}
