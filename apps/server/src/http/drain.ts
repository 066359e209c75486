import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createInFlight } from '../runtime/in-flight.ts';

export type Drain = ReturnType<typeof addDrain>;

/**
 * Lets a server stop without breaking off what it answers: from the signal on whoever connects is refused, so that a proxy
 * takes another node at once, idle connections are closed, and all others with their answer. To be added before the routes.
 */
export function addDrain(app: FastifyInstance, signal: AbortSignal) {
  const requests = createInFlight();
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
    untilIdle: requests.none,
  };
}

function closeAfter(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('connection', 'close');
}
