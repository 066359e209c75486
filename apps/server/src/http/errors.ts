import { randomUUID } from 'node:crypto';
import type { Refusal } from '@terrace/protocol';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { StoreAway } from '../game/store.ts';

/** Our own faults are logged whole and answered blandly; a client's mistake keeps its status and sentence. */
export const errorsPlugin = fp(
  async (app: FastifyInstance) => {
    app.setErrorHandler((error, request, reply) => {
      if (error instanceof StoreAway) {
        request.log.warn(error);
        return reply.code(503).send({ refusal: { code: 'not-saved' } satisfies Refusal });
      }
      const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
      if (error instanceof Error && typeof status === 'number' && status < 500) {
        return reply.code(status).send({ error: error.message });
      }
      const reference = randomUUID().slice(0, 8);
      request.log.error({ err: error, reference }, 'a request failed');
      return reply.code(500).send({ refusal: { code: 'unexpected', reference } satisfies Refusal });
    });
  },
  { name: 'errors' },
);
