import { Readable } from 'node:stream';
import {
  AccountName,
  AccountView,
  ChangeEmail,
  ChangePassword,
  ConfirmEmail,
  DeleteAccount,
  Forgot,
  MadeToken,
  NewToken,
  type PlayerId,
  Reset,
  SignIn,
  SignInMethods,
  SignUp,
} from '@terrace/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Accounts } from '../accounts/accounts.ts';
import type { ClientInfo } from '../accounts/actor.ts';
import type { EmailService } from '../accounts/email.ts';
import type { Tokens } from '../accounts/tokens.ts';
import { accounts as account, everyone } from './access.ts';
import { noSessionCookie, sessionCookies } from './actor.ts';
import { unlessRefused, unwrap } from './refused.ts';
import { type Router, text } from './route.ts';

const RowId = z.object({ id: z.string().max(60) });

type Services = {
  readonly accounts: Accounts;
  readonly email: EmailService;
  readonly tokens: Tokens;
  readonly signInMethods: Omit<SignInMethods, 'unnamed'>;
  /** Everything about a player, as JSON text. */
  readonly exported: (player: PlayerId, account: AccountView) => AsyncIterable<string>;
};

const tag = 'Account';
const BY_PASSWORD = 'Needs the password; without one, a session that began within ten minutes.';

/** Signing up, in and out, and one's own account. */
export function addAccountRoutes({ route }: Router, services: Services): void {
  addSignInRoutes({ route }, services);
  addOwnAccountRoutes({ route }, services);
  addTokenRoutes({ route }, services);
}

type Define = Pick<Router, 'route'>;

function addSignInRoutes({ route }: Define, { accounts, email, signInMethods }: Services): void {
  const startSession = (session: string, request: FastifyRequest, reply: FastifyReply) => {
    reply.header('set-cookie', sessionCookies(request, session));
    return {};
  };

  route({
    method: 'GET',
    path: '/api/account/sign-in-methods',
    operationId: 'listSignInMethods',
    access: everyone('read'),
    tag,
    summary: 'How to sign in',
    description: 'Which providers there are, and whether this server sends e-mail.',
    reply: SignInMethods,
    handler: async ({ actor }) => ({
      ...signInMethods,
      unnamed: actor?.guest === true && actor.credential.startsWith('session:'),
    }),
  });

  route({
    method: 'POST',
    path: '/api/account/sign-up',
    operationId: 'signUp',
    access: everyone('play'),
    tag,
    summary: 'Create an account',
    description: 'A guest keeps games and seats. The reply sets the cookie of a session.',
    body: SignUp,
    example: { body: { name: 'mira', password: 'correct horse battery' } },
    handler: async ({ body, actor, request, reply }) =>
      startSession(unwrap(await accounts.signUp(body, actor, clientOf(request))), request, reply),
  });

  route({
    method: 'POST',
    path: '/api/account/sign-in',
    operationId: 'signIn',
    access: everyone('play'),
    tag,
    summary: 'Sign in',
    description: 'By name or e-mail address. The reply sets the cookie of a session.',
    body: SignIn,
    example: { body: { login: 'mira', password: 'correct horse battery' } },
    handler: async ({ body, request, reply }) =>
      startSession(unwrap(await accounts.signIn(body, clientOf(request))), request, reply),
  });

  route({
    method: 'POST',
    path: '/api/account/sign-out',
    operationId: 'signOut',
    access: account(null),
    tag,
    summary: 'Sign out',
    description: 'Ends this session and its connections.',
    handler: async ({ actor, request, reply }) => {
      reply.header('set-cookie', noSessionCookie(request));
      unwrap(await accounts.signOut(actor));
      return {};
    },
  });

  route({
    method: 'POST',
    path: '/api/account/email/confirmed',
    operationId: 'confirmEmail',
    access: everyone('play'),
    tag,
    summary: 'Confirm an e-mail address',
    description: 'With the token of the link that was sent there.',
    body: ConfirmEmail,
    example: { body: { token: 'from-the-link' } },
    handler: async ({ body }) => unwrap(await email.confirm(body.token)),
  });

  route({
    method: 'POST',
    path: '/api/account/forgot',
    operationId: 'requestPasswordReset',
    access: everyone('play'),
    tag,
    summary: 'Ask for a new password',
    description: 'Sends a link by e-mail; the reply is the same whether the address is known or not.',
    body: Forgot,
    example: { body: { email: 'mira@example.org' } },
    handler: async ({ body, request }) => unwrap(await email.forgot(body.email, clientOf(request))),
  });

  route({
    method: 'POST',
    path: '/api/account/reset',
    operationId: 'resetPassword',
    access: everyone('play'),
    tag,
    summary: 'Set a new password by a link',
    description: 'Ends every session of the account.',
    body: Reset,
    example: { body: { token: 'from-the-link', password: 'correct horse battery' } },
    handler: async ({ body, request }) => unwrap(await email.reset(body.token, body.password, clientOf(request))),
  });
}

function addOwnAccountRoutes({ route }: Define, { accounts, email, exported }: Services): void {
  route({
    method: 'GET',
    path: '/api/account',
    operationId: 'getAccount',
    access: account(null),
    tag,
    summary: 'Your account',
    description: 'With its sessions and tokens.',
    reply: AccountView,
    handler: async ({ actor }) => unwrap(await accounts.view(actor)),
  });

  route({
    method: 'POST',
    path: '/api/account/name',
    operationId: 'chooseName',
    access: account(null),
    tag,
    summary: 'Choose a name',
    description: 'Once, for an account that came from a provider.',
    body: AccountName,
    example: { body: { name: 'mira' } },
    handler: async ({ actor, body }) => unwrap(await accounts.chooseName(actor, body.name)),
  });

  route({
    method: 'POST',
    path: '/api/account/password',
    operationId: 'changePassword',
    access: account(null),
    tag,
    summary: 'Change the password',
    description: `Ends every other session. ${BY_PASSWORD}`,
    body: ChangePassword,
    example: { body: { current: 'correct horse battery', next: 'battery staple' } },
    handler: async ({ actor, body }) => unwrap(await accounts.changePassword(actor, body.current, body.next)),
  });

  route({
    method: 'POST',
    path: '/api/account/email',
    operationId: 'changeEmail',
    access: account(null),
    tag,
    summary: 'Change or remove the e-mail address',
    description: `The new one counts once the link sent there is followed. ${BY_PASSWORD}`,
    body: ChangeEmail,
    example: { body: { email: 'mira@example.org', password: 'correct horse battery' } },
    handler: async ({ actor, body }) => unwrap(await email.change(actor, body.email, body.password)),
  });

  route({
    method: 'POST',
    path: '/api/account/deleted',
    operationId: 'deleteAccount',
    access: account(null),
    tag,
    summary: 'Delete the account',
    description: `Games and chat stay, under a generated name. ${BY_PASSWORD}`,
    body: DeleteAccount,
    example: { body: { password: 'correct horse battery' } },
    handler: async ({ actor, body, request, reply }) => {
      unwrap(await accounts.remove(actor, body.password));
      reply.header('set-cookie', noSessionCookie(request));
      return {};
    },
  });

  route({
    method: 'GET',
    path: '/api/account/export',
    operationId: 'exportAccount',
    access: account(null),
    tag,
    summary: 'All your data',
    description: 'One JSON document: account, settings, ratings, reports, chat and every game. Five times an hour.',
    reply: text('application/json', 'Everything stored about you.'),
    handler: async ({ actor, reply }) => {
      const view = unwrap(await accounts.view(actor));
      unlessRefused(await accounts.limitExport(actor));
      reply.type('application/json').header('content-disposition', 'attachment; filename="terrace.json"');
      return Readable.from(exported(actor.player.id, view), { objectMode: false });
    },
  });
}

function addTokenRoutes({ route }: Define, { accounts, tokens }: Services): void {
  route({
    method: 'POST',
    path: '/api/account/tokens',
    operationId: 'createToken',
    access: account(null),
    tag,
    summary: 'Create a token for a program',
    description: 'The reply is the only place that has its text.',
    body: NewToken,
    example: { body: { name: 'My bot', scopes: ['read', 'play'] } },
    reply: MadeToken,
    handler: async ({ actor, body }) => unwrap(await tokens.create(actor, body)),
  });

  route({
    method: 'DELETE',
    path: '/api/account/tokens/:id',
    operationId: 'revokeToken',
    access: account(null),
    tag,
    summary: 'Revoke a token',
    description: 'Its connections end at once.',
    params: RowId,
    example: { params: { id: 'cm0a1b2c3' } },
    handler: async ({ actor, params }) => unwrap(await tokens.revoke(actor, params.id)),
  });

  route({
    method: 'DELETE',
    path: '/api/account/sessions/:id',
    operationId: 'endSession',
    access: account(null),
    tag,
    summary: 'End a session',
    description: 'Its connections end at once.',
    params: RowId,
    example: { params: { id: 'cm0a1b2c3' } },
    handler: async ({ actor, params }) => unwrap(await accounts.endSession(actor, params.id)),
  });
}

const clientOf = ({ ip, headers }: FastifyRequest): ClientInfo => ({
  address: ip,
  userAgent: (headers['user-agent'] ?? '').slice(0, 300),
});
