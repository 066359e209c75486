import { Readable } from 'node:stream';
import {
  AccountName,
  type AccountView,
  ChangeEmail,
  ChangePassword,
  ConfirmEmail,
  DeleteAccount,
  Forgot,
  NewToken,
  type PlayerId,
  type Refusal,
  Reset,
  SignIn,
  type SignInMethods,
  SignUp,
} from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Accounts } from '../accounts/accounts.ts';
import type { Actor, ClientInfo } from '../accounts/actor.ts';
import type { EmailService } from '../accounts/email.ts';
import type { Tokens } from '../accounts/tokens.ts';
import { noSessionCookie, sessionCookies } from './actor.ts';
import { cameFromHere } from './origin.ts';
import { statusOf } from './status.ts';

/** Bytes of a body at the most. */
const MOST_BYTES = 16_384;

const Named = z.object({ id: z.string().max(60) });
const Nothing = z.unknown();

type Options = {
  readonly accounts: Accounts;
  readonly email: EmailService;
  readonly tokens: Tokens;
  readonly signInMethods: Omit<SignInMethods, 'unnamed'>;
  /** Everything about a player, as JSON text. */
  readonly exported: (player: PlayerId, account: AccountView) => AsyncIterable<string>;
};
type Answered = Promise<Result<unknown, Refusal>>;

/** Signing up, in and out, and one's own account. Every answer is JSON; a refusal is `{ refusal }`. */
export async function accountPlugin(
  app: FastifyInstance,
  { accounts, email: addresses, tokens, signInMethods, exported }: Options,
): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const strange = !reads && !cameFromHere(request.headers);
    return strange ? answer(reply, err({ code: 'foreign-origin' })) : undefined;
  });

  /** A request whose body has to fit before anybody looks at it. */
  const post = <T>(
    path: `/api/account/${string}`,
    schema: z.core.$ZodType<T>,
    job: (input: T, request: FastifyRequest, reply: FastifyReply) => Answered,
  ) =>
    app.post(path, { bodyLimit: MOST_BYTES }, async (request, reply) => {
      const input = z.safeParse(schema, request.body);
      if (!input.success) return answer(reply, err({ code: 'malformed', problem: problemOf(input.error) }));
      return answer(reply, await job(input.data, request, reply));
    });

  const signedIn = (session: Result<string, Refusal>, request: FastifyRequest, reply: FastifyReply) => {
    if (session.ok) reply.header('set-cookie', sessionCookies(request, session.value));
    return session.ok ? ok({}) : session;
  };

  app.get('/api/account/sign-in-methods', async ({ actor }): Promise<SignInMethods> => {
    return { ...signInMethods, unnamed: actor?.guest === true && actor.credential.startsWith('session:') };
  });
  app.get('/api/account', async (request, reply) =>
    answer(reply, await asOwner(request, (actor) => accounts.view(actor))),
  );

  post('/api/account/sign-up', SignUp, async (wish, request, reply) =>
    signedIn(await accounts.signUp(wish, request.actor, clientOf(request)), request, reply),
  );
  post('/api/account/sign-in', SignIn, async (login, request, reply) =>
    signedIn(await accounts.signIn(login, clientOf(request)), request, reply),
  );
  post('/api/account/sign-out', Nothing, async (_, request, reply) => {
    reply.header('set-cookie', noSessionCookie(request));
    return asOwner(request, (actor) => accounts.signOut(actor));
  });
  post('/api/account/name', AccountName, async ({ name }, request) =>
    asOwner(request, (actor) => accounts.chooseName(actor, name)),
  );
  post('/api/account/password', ChangePassword, async ({ current, next }, request) =>
    asOwner(request, (actor) => accounts.changePassword(actor, current, next)),
  );
  post('/api/account/email', ChangeEmail, async ({ email, password }, request) =>
    asOwner(request, (actor) => addresses.change(actor, email, password)),
  );
  post('/api/account/email/confirmed', ConfirmEmail, async ({ token }) => addresses.confirm(token));
  post('/api/account/forgot', Forgot, async ({ email }, request) => addresses.forgot(email, clientOf(request)));
  post('/api/account/reset', Reset, async ({ token, password }, request) =>
    addresses.reset(token, password, clientOf(request)),
  );
  post('/api/account/deleted', DeleteAccount, async ({ password }, request, reply) => {
    const removed = await asOwner(request, (actor) => accounts.remove(actor, password));
    if (removed.ok) reply.header('set-cookie', noSessionCookie(request));
    return removed;
  });

  post('/api/account/tokens', NewToken, async (wish, request) =>
    asOwner(request, (actor) => tokens.create(actor, wish)),
  );
  app.get('/api/account/export', async (request, reply) => {
    const view = await asOwner(request, (actor) => accounts.view(actor));
    if (!view.ok || request.actor === null) return answer(reply, view);
    const tooMany = await accounts.limitExport(request.actor);
    if (tooMany !== undefined) return answer(reply, err(tooMany));
    return reply
      .type('application/json')
      .header('content-disposition', 'attachment; filename="terrace.json"')
      .send(Readable.from(exported(request.actor.player.id, view.value), { objectMode: false }));
  });

  app.delete('/api/account/tokens/:id', async (request, reply) => {
    const { id } = Named.parse(request.params);
    return answer(reply, await asOwner(request, (actor) => tokens.revoke(actor, id)));
  });
  app.delete('/api/account/sessions/:id', async (request, reply) => {
    const { id } = Named.parse(request.params);
    return answer(reply, await asOwner(request, (actor) => accounts.endSession(actor, id)));
  });
}

const asOwner = async <T>(
  { actor }: FastifyRequest,
  job: (actor: Actor) => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> => (actor === null ? err({ code: 'needs-account' }) : job(actor));

const clientOf = ({ ip, headers }: FastifyRequest): ClientInfo => ({
  address: ip,
  browser: (headers['user-agent'] ?? '').slice(0, 300),
});

function answer(reply: FastifyReply, result: Result<unknown, Refusal>): FastifyReply {
  if (result.ok) return reply.send(result.value ?? {});
  if ('retryMs' in result.error) reply.header('retry-after', String(Math.ceil(result.error.retryMs / 1000)));
  return reply.code(statusOf(result.error)).send({ refusal: result.error });
}

function problemOf({ issues: [issue] }: z.ZodError): string {
  return issue === undefined ? 'it does not fit' : `${issue.path.join('.') || 'body'}: ${issue.message}`.slice(0, 200);
}
