import type { Refusal } from '@terrace/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isDatabaseFault, refusalOfFault } from '../game-service/games.ports.ts';
import { RefusedRequest, sendRefusal } from './refusals.ts';

/** Answers every error with a refusal. Faults are logged in full and answered with a reference. */
export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendRefusal(reply, refusalOf(error, request)));
  // Fastify's default handler would log the full URL.
  app.setNotFoundHandler((_, reply) => sendRefusal(reply, { code: 'no-such-route' }));
  app.all('/api/*', (_, reply) => sendRefusal(reply, { code: 'no-such-route' })); // otherwise the page route would match
}

function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof RefusedRequest) return error.refusal;
  if (isDatabaseFault(error)) {
    request.log.warn(error);
    return refusalOfFault(error);
  }
  const { code, statusCode } = fastifyError(error);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return { code: 'unsupported-content' };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return { code: 'body-too-large', maxBytes: request.routeOptions.bodyLimit ?? 0 };
  if (statusCode < 500) return { code: 'malformed', problem: 'the body could not be read' };
  request.log.error({ err: error }, 'a request failed');
  return { code: 'unexpected', reference: request.id };
}

function fastifyError(error: unknown): { code: string; statusCode: number } {
  if (!(error instanceof Error)) return { code: '', statusCode: 500 };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const statusCode = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  return { code, statusCode };
}
