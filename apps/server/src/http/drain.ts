import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createInFlight } from '../runtime/in-flight.ts';

export type Drain = ReturnType<typeof addDrain>;

/** On the signal, rejects new connections and closes others after their response. Must be added before the routes. */
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
