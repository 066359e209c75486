import type { PlayerId, RefusalCode } from '@terrace/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readCredential } from '../accounts/actor.ts';
import type { Tag } from './tags.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    operationId?: string;
    tag?: Tag;
  }
  interface FastifyRequest {
    refusedWith: RefusalCode | null;
    signedInAs: PlayerId | null;
  }
}

/** Refusals for missing rights or failed authentication. Rate limits show in the request's own log line. */
const ACCESS_REFUSALS: ReadonlySet<RefusalCode> = new Set([
  'wrong-login',
  'wrong-password',
  'bad-token',
  'foreign-origin',
  'not-admin',
  'read-only-token',
  'play-only-token',
]);

const RETURN_FROM_PROVIDER = 'returnFromProvider';

/** Logs account and moderation actions and missing rights. Never logs input: a name field may contain a password. */
export function addSecurityLog(app: FastifyInstance): void {
  app.decorateRequest('refusedWith', null);
  app.decorateRequest('signedInAs', null);
  app.addHook('onResponse', async (request, reply) => {
    const { refusedWith, signedInAs, actor, ip, routeOptions } = request;
    if (!concernsSecurity(request) && !(refusedWith !== null && ACCESS_REFUSALS.has(refusedWith))) return;
    const entry = {
      action: routeOptions.config.operationId ?? null,
      outcome: refusedWith ?? (reply.statusCode < 500 ? 'done' : 'unexpected'),
      player: signedInAs ?? actor?.player.id ?? null,
      credential: actor && readCredential(actor.credential).kind,
      address: ip,
    };
    request.log.info(entry, 'security');
  });
}

function concernsSecurity({ method, routeOptions: { config } }: FastifyRequest): boolean {
  if (config.operationId === RETURN_FROM_PROVIDER) return true;
  return method !== 'GET' && (config.tag === 'Account' || config.tag === 'Moderation');
}
