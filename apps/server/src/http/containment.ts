import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Entered, enterContext } from '../runtime/containment.ts';
import { sendRefusal } from './refusals.ts';

declare module 'fastify' {
  interface FastifyRequest {
    entered: Entered | null;
  }
}

/**
 * A rejected promise that a request left without a handler fails that request alone: it is logged and answered with 500.
 * Must be called before the other hooks are added.
 */
export function containRequests(app: FastifyInstance, onFault: () => void): void {
  app.decorateRequest('entered', null);
  app.addHook('onRequest', (request, reply, done) => {
    request.entered = enterContext((error) => failRequest(error, request, reply, onFault));
    request.entered(done);
  });
  // The body arrives in events of the connection, which do not belong to the request.
  app.addHook('preValidation', ({ entered }, _, done) => (entered === null ? done() : entered(done)));
}

function failRequest(error: unknown, request: FastifyRequest, reply: FastifyReply, onFault: () => void): void {
  request.log.error({ err: error }, 'a request left a rejected promise without a handler');
  if (!reply.sent) return void sendRefusal(reply, { code: 'unexpected', reference: request.id });
  onFault();
  if (!reply.raw.writableEnded) reply.raw.destroy(); // a stream that would wait for what has failed
}
