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
    // Weak references, because timers and promises keep the context alive.
    const [asked, answered] = [new WeakRef(request), new WeakRef(reply)];
    request.entered = enterContext((error) => {
      const [request, reply] = [asked.deref(), answered.deref()];
      (request?.log ?? app.log).error({ err: error }, 'a request left a rejected promise without a handler');
      if (request === undefined || reply === undefined) onFault();
      else failRequest(request, reply, onFault);
    });
    request.entered(done);
  });
  // The body arrives in events of the connection, which do not belong to the request.
  app.addHook('preValidation', ({ entered }, _, done) => (entered === null ? done() : entered(done)));
}

function failRequest(request: FastifyRequest, reply: FastifyReply, onFault: () => void): void {
  if (!reply.sent) return void sendRefusal(reply, { code: 'unexpected', reference: request.id });
  onFault();
  if (!reply.raw.writableEnded) reply.raw.destroy(); // otherwise a stream would stay open without data
}
