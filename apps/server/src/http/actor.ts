import type { PlayerId, Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import type { Actor, Device } from '../accounts/actor.ts';
import { SESSION_SECONDS } from '../accounts/auth.ts';
import { createGuestSecret, guestActor, guestIdOf, guestPlayer } from '../accounts/guests.ts';
import type { Identity } from '../accounts/identity.ts';
import type { PlayerStore } from '../game-service/players.ports.ts';
import type { CookieSignatures } from './cookie-signatures.ts';
import { isFromOtherSite, tokenOf } from './cors.ts';
import { isSameOrigin } from './origin.ts';
import { RefusedRequest, unwrap } from './refusals.ts';

const GUEST = 'terrace_session';
const ACCOUNT = 'terrace_account';
const DEVICE = 'terrace_device';
const MAX_NAMES_TRIED = 3;
const YEAR_SECONDS = 365 * 24 * 3600;

/** Browsers accept this prefix only over HTTPS and from this exact host, so no subdomain can set the cookie. */
export const HOST_PREFIX = '__Host-';

declare module 'fastify' {
  interface FastifyInstance {
    readonly cookieSignatures: CookieSignatures;
  }
  interface FastifyRequest {
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    page?: true;
    /** Whether the route skips authentication because its response is the same for every client. */
    anonymous?: true | undefined;
  }
}

type Given = { readonly cookie: string | undefined; readonly token: string | undefined };

/** Ignores the cookies that a page of another site sends. */
export const credentialsOf = ({ headers }: FastifyRequest): Given => ({
  cookie: isFromOtherSite(headers) ? undefined : headers.cookie,
  token: tokenOf(headers),
});

export type GuestDependencies = {
  readonly limitGuests: Accounts['limitGuests'];
  readonly players: Pick<PlayerStore, 'isTaken'>;
};

export type Authenticate = (given: Given) => Promise<Result<Actor | null, Refusal>>;

/** Finds the actor of each kind of credential. */
export type Credentials = Pick<Identity, 'bySession' | 'byToken' | 'byGuest'>;

/** Tries a session, then a token, then a guest cookie. An invalid token is rejected rather than ignored. */
export const createAuthenticate =
  (app: FastifyInstance, identity: Credentials): Authenticate =>
  async ({ cookie, token }) => {
    const cookies = app.parseCookie(cookie ?? '');
    const { readSession, readGuest } = app.cookieSignatures;
    const session = readSession(findCookie(cookies, ACCOUNT));
    const member = session === null ? null : await identity.bySession(session);
    if (member !== null) return ok(member);
    if (token !== undefined) {
      const bearer = await identity.byToken(token);
      return bearer === null ? err({ code: 'bad-token' }) : ok(bearer);
    }
    const guest = readGuest(findCookie(cookies, GUEST));
    return ok(guest === null ? null : await identity.byGuest(guest));
  };

/**
 * Writes need this site, a program or a token: another site's page could use the visitor's cookies. No response to such a
 * page sets a cookie: the request came without the visitor's cookies, and would replace them.
 */
export function addAuthentication(app: FastifyInstance, authenticate: Authenticate): void {
  app.decorateRequest('actor', null);
  app.addHook('onRequest', async (request) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const { page, anonymous } = request.routeOptions.config;
    const isAnonymous = page === true || anonymous === true;
    const hasToken = !isAnonymous && tokenOf(request.headers) !== undefined && isFromOtherSite(request.headers);
    if (!reads && !hasToken && !isSameOrigin(request.headers)) throw new RefusedRequest({ code: 'foreign-origin' });
    if (isAnonymous) return;
    request.actor = unwrap(await authenticate(credentialsOf(request)));
  });
  app.addHook('onSend', async (request, reply) => {
    if (isFromOtherSite(request.headers)) reply.removeHeader('set-cookie');
  });
}

/** Also finds a cookie without the prefix, set over HTTP or before the prefix was introduced. */
const findCookie = (cookies: Readonly<Record<string, string | undefined>>, name: string): string =>
  cookies[`${HOST_PREFIX}${name}`] ?? cookies[name] ?? '';

function setCookie({ server, protocol }: FastifyRequest, name: string, value: string, maxAge: number): string {
  const secure = protocol === 'https';
  const flags = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge } as const;
  return server.serializeCookie(secure ? `${HOST_PREFIX}${name}` : name, value, flags);
}

/**
 * Also adds the cookie to this request, for its page. Requests by pages of other sites make no guest, because the
 * visitor may be one whose cookie was ignored.
 *
 * @throws DatabaseUnavailable or DatabaseBusy
 */
export async function startGuestSession(
  request: FastifyRequest,
  { limitGuests, players: { isTaken } }: GuestDependencies,
): Promise<Result<{ actor: Actor; cookie: string }, Refusal>> {
  if (isFromOtherSite(request.headers)) return err({ code: 'no-session' });
  const tooMany = await limitGuests(request.ip);
  if (tooMany !== undefined) return err(tooMany);
  const taken = (of: string) => isTaken(guestPlayer(guestIdOf(of)).name);
  let secret = createGuestSecret();
  for (let tries = 1; tries < MAX_NAMES_TRIED && (await taken(secret)); tries += 1) secret = createGuestSecret();
  const actor = guestActor(guestPlayer(guestIdOf(secret)));
  const value = request.server.cookieSignatures.signGuest(secret);
  const cookie = setCookie(request, GUEST, value, YEAR_SECONDS);
  addCookieToRequest(request, cookie);
  request.actor = actor;
  return ok({ actor, cookie });
}

/** Adds the cookie of a Set-Cookie header to the request, for its page. @returns the header */
export function addCookieToRequest({ raw: { headers } }: FastifyRequest, cookie: string): string {
  headers.cookie = [cookie.split(';')[0], headers.cookie ?? []].flat().join('; ');
  return cookie;
}

/** The guest of the request's cookie, who may have become an account since. */
export const guestOfCookie = ({ server, cookies }: FastifyRequest): PlayerId | null =>
  server.cookieSignatures.readGuest(findCookie(cookies, GUEST));

/** Whether the request has a cookie of a guest or an account, valid or not. */
export const hasSessionCookie = ({ cookies }: FastifyRequest): boolean =>
  [GUEST, ACCOUNT].some((name) => findCookie(cookies, name) !== '');

export const sessionCookies = (request: FastifyRequest, session: string): string[] => [
  setCookie(request, ACCOUNT, request.server.cookieSignatures.signSession(session), SESSION_SECONDS),
  ...clearedCookies(request, GUEST),
];

/** The Set-Cookie header of a device on which a player has entered the password. It outlives the session. */
export const deviceCookie = (request: FastifyRequest, player: PlayerId): string =>
  setCookie(request, DEVICE, request.server.cookieSignatures.signDevice(deviceOf(request), player), YEAR_SECONDS);

export const deviceOf = ({ server, cookies }: FastifyRequest): Device | null =>
  server.cookieSignatures.readDevice(findCookie(cookies, DEVICE));

export const clearedSessionCookies = (request: FastifyRequest): string[] => clearedCookies(request, ACCOUNT);

const clearedCookies = (request: FastifyRequest, name: string): string[] => [
  setCookie(request, name, '', 0),
  ...(request.protocol === 'https' ? [request.server.serializeCookie(name, '', { path: '/', maxAge: 0 })] : []),
];
