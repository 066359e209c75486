import type { FastifyInstance } from 'fastify';
import { type Admission, COST } from '../admission/admission.ts';
import { type RemoteReceiver, SIGNATURE_HEADER } from '../processes/remote-messages.ts';
import { throwIfRefused } from './refusals.ts';
import { blockOf } from './route.ts';

/** The path under which play answers servers that only do background work. */
export const JOBS_DATA = '/jobs-data/';

const MAX_BYTES = 64 * 1024;

/** Answers what background work on other servers needs of play. Other clients get 403 without their body being read, and pay for their attempts. */
export function addJobsDataRoute(
  app: FastifyInstance,
  { isSigned, answer }: RemoteReceiver,
  admission: Admission,
): void {
  const nameOf = (url: string): string => url.slice(JOBS_DATA.length);
  app.post(
    `${JOBS_DATA}*`,
    {
      config: { cost: 0, anonymous: true },
      bodyLimit: MAX_BYTES,
      async onRequest(request, reply) {
        if (isSigned(nameOf(request.url), request.headers[SIGNATURE_HEADER])) return;
        throwIfRefused(admission.charge(blockOf(request), COST.request));
        await reply.code(403).send();
      },
    },
    async ({ url, headers, body }, reply) => {
      const { status, answer: value } = await answer(nameOf(url), headers[SIGNATURE_HEADER], String(body));
      return reply.code(status).type('application/json').send(JSON.stringify(value));
    },
  );
}
