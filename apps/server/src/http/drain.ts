import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../readiness.ts';
import { createUnderWay } from '../under-way.ts';

/**
 * Lets a server stop without breaking off what it answers: whoever connects is refused at once, so that a proxy takes another
 * node, idle connections are closed, and all others with their answer. To be added before the routes.
 */
export function addDrain(app: FastifyInstance, { signal }: Pick<Readiness, 'signal'>) {
  const requests = createUnderWay();
  const answers = new Set<ServerResponse>();
  app.addHook('onRequest', async (_, { raw }) => {
    const end = requests.begin();
    answers.add(raw);
    raw.once('close', () => {
      answers.delete(raw);
      end();
    });
    if (signal.aborted) closeAfter(raw);
  });
  signal.addEventListener('abort', () => {
    app.server.close();
    for (const answer of answers) closeAfter(answer);
  });
  return {
    /** Resolves when all requests are answered, at the latest after so many ms. */
    answered: requests.none,
  };
}

function closeAfter(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('connection', 'close');
}
