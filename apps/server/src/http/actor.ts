import cookie from '@fastify/cookie';
import { explain, PlayerId, type Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Actor } from '../accounts/actor.ts';
import { SESSION_SECONDS } from '../accounts/auth.ts';
import { createGuest, guestActor } from '../accounts/guests.ts';
import type { Identity } from '../accounts/identity.ts';
import { cameFromHere } from './origin.ts';
import { statusOf } from './status.ts';

const GUEST = 'terrace_session';
const ACCOUNT = 'terrace_account';
const YEAR = 365 * 24 * 3600; // s

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking; null for nobody we know. */
    actor: Actor | null;
  }
}

/** What a request or a handshake brings along to say who it is. */
type Credentials = { readonly cookie: string | undefined; readonly token: string | undefined };

export const credentialsOf = ({ headers: { authorization, cookie } }: FastifyRequest): Credentials => ({
  cookie,
  token: /^bearer (.+)$/i.exec(authorization ?? '')?.[1],
});

/** Answers one question for every request and every connection: who is asking? */
export type Authenticate = (given: Credentials) => Promise<Result<Actor | null, Refusal>>;

/** An account's session comes first, then a token, then a guest's cookie. A token that is none is refused, not passed over. */
export const authenticate =
  (app: FastifyInstance, identity: Identity): Authenticate =>
  async ({ cookie, token }) => {
    const cookies = app.parseCookie(cookie ?? '');
    const signed = (name: string) => {
      const value = cookies[name];
      return value === undefined ? null : app.unsignCookie(value).value;
    };
    const session = signed(ACCOUNT);
    const member = session === null ? null : await identity.bySession(session);
    if (member !== null) return ok(member);
    if (token !== undefined) {
      const bearer = await identity.byToken(token);
      return bearer === null ? err({ code: 'bad-token' }) : ok(bearer);
    }
    const id = PlayerId.safeParse(signed(GUEST));
    return ok(id.success ? await identity.byGuest(id.data) : null);
  };

/** Puts who asks beside every request. Another site's page speaks for nobody; a token that may only read changes nothing. */
export const actorPlugin = fp<{ secret: string; identity: Identity }>(
  async (app, { secret, identity }) => {
    await app.register(cookie, { secret });
    const ask = authenticate(app, identity);
    app.decorateRequest('actor', null);
    app.addHook('onRequest', async (request, reply) => {
      if (request.url.startsWith('/_app/')) return undefined; // the pages' own files are everybody's
      const { cookie, token } = credentialsOf(request);
      const reads = request.method === 'GET' || request.method === 'HEAD';
      const trusted = reads || cameFromHere(request.headers);
      const asked = await ask({ cookie: trusted ? cookie : undefined, token });
      const refusal = asked.ok ? mayNot(asked.value, reads) : asked.error;
      if (refusal !== undefined) return reply.code(statusOf(refusal)).send({ refusal, message: explain(refusal) });
      request.actor = asked.ok ? asked.value : null;
      return undefined;
    });
  },
  { name: 'actor' },
);

const mayNot = (actor: Actor | null, reads: boolean): Refusal | undefined =>
  actor !== null && !actor.scopes.includes(reads ? 'read' : 'play') ? { code: 'read-only-token' } : undefined;

const flags = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' }) as const;

/**
 * Makes the visitor a guest. The cookie is for the browser; it goes into the request as well, so that a page rendered
 * for it is already that guest's.
 *
 * @returns the new guest, and the Set-Cookie header that the answer must carry
 */
export function admit(request: FastifyRequest): { actor: Actor; cookie: string } {
  const actor = guestActor(createGuest().id);
  const value = request.server.signCookie(actor.player.id);
  const before = (request.raw.headers.cookie ?? '').split('; ').filter((each) => !each.startsWith(`${GUEST}=`));
  request.raw.headers.cookie = [...before, `${GUEST}=${encodeURIComponent(value)}`].join('; ');
  request.actor = actor;
  const cookie = request.server.serializeCookie(GUEST, value, { ...flags(request), maxAge: YEAR });
  return { actor, cookie };
}

/** The Set-Cookie headers of somebody who has just signed in: the session, and no guest any more. */
export const sessionCookies = (request: FastifyRequest, session: string): string[] => [
  request.server.serializeCookie(ACCOUNT, request.server.signCookie(session), {
    ...flags(request),
    maxAge: SESSION_SECONDS,
  }),
  endOf(request, GUEST),
];

/** The Set-Cookie header of somebody who has just signed out. */
export const noSessionCookie = (request: FastifyRequest): string => endOf(request, ACCOUNT);

const endOf = (request: FastifyRequest, name: string): string =>
  request.server.serializeCookie(name, '', { ...flags(request), maxAge: 0 });
