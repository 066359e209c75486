import { OpaqueText } from '@terrace/protocol';
import { APIError } from 'better-auth/api';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Accounts } from '../accounts/accounts.ts';
import { isBy } from '../accounts/actor.ts';
import { ADDRESS_HEADER, type Auth, GUEST_HEADER } from '../accounts/auth.ts';
import { everyone } from './access.ts';
import { sessionCookies } from './actor.ts';
import { RefusedRequest, throwIfRefused } from './refusals.ts';
import type { Router } from './route.ts';

const ByProvider = z.object({ provider: OpaqueText(40) });

const SESSION_COOKIE = /^(?:__Secure-)?terrace\.session_token=([^;.]*)/;

type Dependencies = {
  readonly auth: Auth;
  readonly accounts: Accounts;
  readonly providers: readonly { id: string }[];
};

const hidden = true; // both redirect a browser

export function addProviderRoutes({ tagged }: Router, { auth, accounts, providers }: Dependencies): void {
  const route = tagged('Account');
  route('GET', '/api/account/with/:provider', {
    operationId: 'signInWithProvider',
    access: everyone('read'),
    summary: 'Sign in with a provider',
    description: 'Redirects to the provider.',
    hidden,
    params: ByProvider,
    example: { params: { provider: 'openid' } },
    handler: async ({ params: { provider }, request, reply }) => {
      if (!providers.some(({ id }) => id === provider)) throw new RefusedRequest({ code: 'no-such-sign-in-method' });
      throwIfRefused(await accounts.limitSignIn(request.ip));
      const started = await auth.api
        .signInSocial({
          body: { provider, callbackURL: '/login', errorCallbackURL: '/login' },
          headers: headersFor(request),
          returnHeaders: true,
        })
        .catch(ignoreRefusal);
      if (started === undefined) return reply.redirect('/login?error');
      return reply.header('set-cookie', started.headers.getSetCookie()).redirect(started.response.url ?? '/login');
    },
  });

  route('GET', '/api/auth/callback/:provider', {
    operationId: 'returnFromProvider',
    access: everyone('read'),
    summary: 'Return from a provider',
    description: 'Redirects to the sign-in page.',
    hidden,
    params: ByProvider,
    example: { params: { provider: 'openid' } },
    handler: async ({ actor, request, reply }) => {
      const { baseURL } = await auth.$context;
      const back = await auth
        .handler(new Request(new URL(request.url, baseURL), { headers: headersFor(request) }))
        .catch(ignoreRefusal);
      if (back === undefined) return reply.redirect('/login?error');
      const cookies = back.headers.getSetCookie();
      const session = cookies.map((each) => SESSION_COOKIE.exec(each)?.[1]).find((token) => token);
      const others = cookies.filter((each) => !SESSION_COOKIE.test(each));
      if (session !== undefined && actor !== null) accounts.revokeReplaced(actor);
      reply.header(
        'set-cookie',
        session === undefined ? others : [...others, ...sessionCookies(request, decodeURIComponent(session))],
      );
      return reply.redirect(back.headers.get('location') ?? '/login?error');
    },
  });
}

/** Undefined for a refusal of better-auth, which sends the browser back to the login page. */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof APIError)) throw error;
}

/** The headers that better-auth receives: its own cookies, and values that this server vouches for. */
function headersFor({ headers, ip, actor }: FastifyRequest): Headers {
  const known = new Headers({ [ADDRESS_HEADER]: ip, 'user-agent': (headers['user-agent'] ?? '').slice(0, 300) });
  if (headers.cookie !== undefined) known.set('cookie', headers.cookie);
  if (actor !== null && isBy('guest', actor)) known.set(GUEST_HEADER, actor.player.id);
  return known;
}
