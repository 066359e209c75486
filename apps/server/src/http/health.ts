import type { FastifyInstance } from 'fastify';
import type { GameStore } from '../game/store.ts';

/** For whoever watches the process: 200 when it can save games, 503 when it cannot. */
export async function healthPlugin(app: FastifyInstance, { store }: { store: GameStore }): Promise<void> {
  app.get('/health', { logLevel: 'silent' }, async (_request, reply) => {
    try {
      await store.ping();
      return { database: 'up' };
    } catch (error) {
      app.log.warn(error);
      return reply.code(503).send({ database: 'away' });
    }
  });
}
