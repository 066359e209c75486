import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isInjection } from 'light-my-request';
import { type Admission, COST, type Group } from '../admission/admission.ts';
import type { Done } from '../admission/concurrency.ts';
import { addressBlock } from '../limits/address-block.ts';
import { throwIfRefused } from './refusals.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Points of the address block's budget; the default is the cost of the group. */
    cost?: number | undefined;
    group?: Group | undefined;
  }
  interface FastifyInstance {
    /** Waits for a place in a group, held until `done` resolves. @throws RefusedRequest when too many wait */
    enterGroup: (group: Group, request: FastifyRequest, reply: FastifyReply, done: Done) => Promise<void>;
    /** Charges the sender's budget for costs that are known only once the reply is ready. */
    charge: (request: FastifyRequest, cost: number) => void;
  }
}

/** Charges and queues requests before any work is done. API requests of a page being rendered cost less, and do not wait. */
export function addAdmission(app: FastifyInstance, admission: Admission): void {
  const enter: FastifyInstance['enterGroup'] = async (group, { ip }, reply, done) => {
    throwIfRefused(await admission.enter(group, addressBlock(ip), done));
    if (reply.raw.destroyed) reply.hijack(); // the client disconnected while it waited
  };
  app.decorate('enterGroup', enter);
  app.decorate('charge', ({ ip }: FastifyRequest, cost: number) => void admission.charge(addressBlock(ip), cost));
  app.addHook('onRequest', async (request, reply) => {
    const { group, cost = COST[group ?? 'request'] } = request.routeOptions.config;
    const isOfPage = isInjection(request.raw);
    throwIfRefused(admission.charge(addressBlock(request.ip), isOfPage ? COST.pageData : cost));
    if (isOfPage) return;
    if (group !== undefined)
      await enter(group, request, reply, whenEmitted(reply, group === 'download' ? 'finish' : BODY_READY));
  });
  app.addHook('onSend', async (_, { raw }) => {
    raw.emit(BODY_READY);
  });
}

/** Emitted by the response once its content is ready, even if the client is still downloading it. */
const BODY_READY = Symbol('made');

const whenEmitted = ({ raw }: FastifyReply, event: string | symbol): Promise<undefined> =>
  new Promise((resolve) => {
    for (const each of [event, 'close']) raw.once(each, () => resolve(undefined));
  });
