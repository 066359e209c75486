import type { Refusal } from '@terrace/protocol';
import { APIError } from 'better-auth/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Accounts } from '../accounts/accounts.ts';
import { ADDRESS_HEADER, type Auth, GUEST_HEADER } from '../accounts/auth.ts';
import { sessionCookies } from './actor.ts';
import { statusOf } from './status.ts';

const Provider = z.object({ provider: z.string() });

/** better-auth's own cookie of a session; ours takes its place. */
const SESSION_COOKIE = /^(?:__Secure-)?terrace\.session_token=([^;.]*)/;

type Options = { readonly auth: Auth; readonly accounts: Accounts; readonly providers: readonly { id: string }[] };

/** Signing in by another service: there, and back again. */
export async function providersPlugin(app: FastifyInstance, { auth, accounts, providers }: Options): Promise<void> {
  app.get('/api/account/with/:provider', async (request, reply) => {
    const { provider } = Provider.parse(request.params);
    const refusal: Refusal | undefined = providers.some(({ id }) => id === provider)
      ? await accounts.limitSignIn(request.ip)
      : { code: 'no-such-sign-in-method' };
    if (refusal !== undefined) return reply.code(statusOf(refusal)).send({ refusal });
    const { headers, response } = await auth.api.signInSocial({
      body: { provider, callbackURL: '/login', errorCallbackURL: '/login' },
      headers: headersOf(request),
      returnHeaders: true,
    });
    return reply.header('set-cookie', headers.getSetCookie()).redirect(response.url ?? '/login');
  });

  app.get('/api/auth/callback/:provider', async (request, reply) => {
    const { baseURL } = await auth.$context;
    const back = await auth.handler(new Request(new URL(request.url, baseURL), { headers: headersOf(request) }));
    const cookies = back.headers.getSetCookie();
    const session = cookies.map((each) => SESSION_COOKIE.exec(each)?.[1]).find((token) => token);
    const others = cookies.filter((each) => !SESSION_COOKIE.test(each));
    if (session !== undefined && request.actor !== null) accounts.replaced(request.actor);
    reply.header(
      'set-cookie',
      session === undefined ? others : [...others, ...sessionCookies(request, decodeURIComponent(session))],
    );
    return reply.redirect(back.headers.get('location') ?? '/login?error');
  });

  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof APIError) return reply.redirect('/login?error');
    throw error;
  });
}

/** What better-auth may know of a request: its own cookies, and what we vouch for. */
function headersOf({ headers, ip, actor }: FastifyRequest): Headers {
  const known = new Headers({ [ADDRESS_HEADER]: ip, 'user-agent': (headers['user-agent'] ?? '').slice(0, 300) });
  if (headers.cookie !== undefined) known.set('cookie', headers.cookie);
  if (actor?.credential.startsWith('guest:')) known.set(GUEST_HEADER, actor.player.id);
  return known;
}
