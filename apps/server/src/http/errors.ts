import { randomUUID } from 'node:crypto';
import type { Refusal } from '@terrace/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { DatabaseUnavailable } from '../game/store.ts';

/** Our own faults are logged whole and answered blandly; a client's mistake keeps its status and sentence. */
export const errorsPlugin = fp(
  async (app: FastifyInstance) => {
    app.setErrorHandler((error, request, reply) => {
      const status = statusOfMistake(error);
      if (status !== undefined && error instanceof Error) return reply.code(status).send({ error: error.message });
      const refusal = refusalOfFault(error, request);
      return reply.code(refusal.code === 'not-saved' ? 503 : 500).send({ refusal });
    });
  },
  { name: 'errors' },
);

/** The status of an error that the client caused; undefined for a fault of ours. */
export function statusOfMistake(error: unknown): number | undefined {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status < 500 ? status : undefined;
}

/** What a fault of ours is called before strangers; the log has all of it. */
export function refusalOfFault(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof DatabaseUnavailable) {
    request.log.warn(error);
    return { code: 'not-saved' };
  }
  const reference = randomUUID().slice(0, 8);
  request.log.error({ err: error, reference }, 'a request failed');
  return { code: 'unexpected', reference };
}
