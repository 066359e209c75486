import type { FastifyInstance } from 'fastify';
import { type Admission, COST } from '../admission/admission.ts';
import { type RemoteReceiver, SIGNATURE_HEADER } from '../processes/remote-messages.ts';
import { throwIfRefused } from './refusals.ts';
import { blockOf } from './route.ts';

/** The path under which play answers servers that only do background work. */
export const JOBS_DATA = '/jobs-data/';

const MAX_BYTES = 64 * 1024;

/** Answers what background work on other servers needs of play. Other clients get 403, and pay for their attempts. */
export function addJobsDataRoute(app: FastifyInstance, answer: RemoteReceiver, admission: Admission): void {
  app.post(`${JOBS_DATA}*`, { config: { cost: 0, anonymous: true }, bodyLimit: MAX_BYTES }, async (request, reply) => {
    const { url, headers, body } = request;
    const name = url.slice(JOBS_DATA.length);
    const { status, answer: value } = await answer(name, headers[SIGNATURE_HEADER], String(body));
    if (status === 403) throwIfRefused(admission.charge(blockOf(request), COST.request));
    return reply.code(status).type('application/json').send(JSON.stringify(value));
  });
}
