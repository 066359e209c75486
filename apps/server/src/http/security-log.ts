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
    /** What the request was refused with; null as long as it was not. */
    refusedWith: RefusalCode | null;
    signedInAs: PlayerId | null;
  }
}

/** Refusals to somebody who may not, or is not who they say. What is too often shows by its status in the request's own line. */
const ACCESS_REFUSALS: ReadonlySet<RefusalCode> = new Set([
  'wrong-login',
  'wrong-password',
  'bad-token',
  'foreign-origin',
  'not-admin',
  'read-only-token',
]);

/** The one GET that signs somebody in. */
const RETURN_FROM_PROVIDER = 'returnFromProvider';

/**
 * Logs what is done to accounts, by moderators, and what is refused for lack of rights: what, by whom, from where, and what
 * came of it. Never what was typed: a name's field may hold a password.
 */
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
