import cookie from '@fastify/cookie';
import { type Player, PlayerId } from '@terrace/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Actor } from '../accounts/actor.ts';
import { guestActor, newGuest } from '../accounts/guests.ts';

const COOKIE = 'terrace_session';
const YEAR = 365 * 24 * 3600; // s

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking; null without a valid session cookie. */
    actor: Actor | null;
  }
}

/** Answers one question for every request: who is asking? */
export const actorPlugin = fp<{ secret: string }>(
  async (app, { secret }) => {
    await app.register(cookie, { secret });
    app.decorateRequest('actor', null);
    app.addHook('onRequest', async (request) => {
      request.actor = actorOf(app, request.headers.cookie);
    });
  },
  { name: 'actor' },
);

/** The player a Cookie header proves, for HTTP and sockets alike; null when it proves none. */
export function actorOf(app: FastifyInstance, header: string | undefined): Actor | null {
  const signed = app.parseCookie(header ?? '')[COOKIE];
  if (signed === undefined) return null;
  const id = PlayerId.safeParse(app.unsignCookie(signed).value);
  return id.success ? guestActor(id.data) : null;
}

/**
 * Makes the visitor a guest. The cookie is for the browser; it goes into the request as well, so that a page rendered
 * for it is already that guest's.
 *
 * @returns the new player, and the Set-Cookie header that the answer must carry
 */
export function admit(request: FastifyRequest): { player: Player; cookie: string } {
  const player = newGuest();
  const value = request.server.signCookie(player.id);
  const before = request.raw.headers.cookie;
  request.raw.headers.cookie = `${before === undefined ? '' : `${before}; `}${COOKIE}=${encodeURIComponent(value)}`;
  request.actor = guestActor(player.id);
  const cookie = request.server.serializeCookie(COOKIE, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: YEAR,
  });
  return { player, cookie };
}
