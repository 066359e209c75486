import type { FastifyInstance } from 'fastify';
import { type RemoteReceiver, SIGNATURE_HEADER } from '../processes/remote-messages.ts';

/** The path under which play answers servers that only do background work. */
export const JOBS_DATA = '/jobs-data/';

const MAX_BYTES = 64 * 1024;

/** Answers what background work on other servers needs of play. Other clients get 403. */
export function addJobsDataRoute(app: FastifyInstance, answer: RemoteReceiver): void {
  app.post(
    `${JOBS_DATA}*`,
    { config: { cost: 0, anonymous: true }, bodyLimit: MAX_BYTES },
    async ({ url, headers, body }, reply) => {
      const name = url.slice(JOBS_DATA.length);
      const { status, answer: value } = await answer(name, headers[SIGNATURE_HEADER], String(body));
      return reply.code(status).type('application/json').send(JSON.stringify(value));
    },
  );
}
