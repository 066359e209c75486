import { ConfirmEmail, ForgotPassword, ResetPassword, SignIn, SignInMethods, SignUp } from '@terrace/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts, SignedIn } from '../accounts/accounts.ts';
import { type ClientInfo, isBy } from '../accounts/actor.ts';
import type { EmailService } from '../accounts/email.ts';
import { accounts as account, everyone } from './access.ts';
import { clearedSessionCookies, deviceCookie, deviceOf, guestOfCookie, sessionCookies } from './actor.ts';
import { unwrap } from './refusals.ts';
import type { Router } from './route.ts';

type Dependencies = {
  readonly accounts: Accounts;
  readonly email: EmailService;
  readonly signInMethods: Omit<SignInMethods, 'unnamed'>;
};

export function addSignInRoutes({ tagged }: Router, { accounts, email, signInMethods }: Dependencies): void {
  const route = tagged('Account');
  const startSession = ({ token, player }: SignedIn, request: FastifyRequest, reply: FastifyReply) => {
    request.signedInAs = player;
    reply.header('set-cookie', [...sessionCookies(request, token), deviceCookie(request, player)]);
    return {};
  };

  route('GET', '/api/account/sign-in-methods', {
    operationId: 'listSignInMethods',
    access: everyone('read'),
    summary: 'How to sign in',
    description: 'The available providers, and whether this server sends e-mail.',
    reply: SignInMethods,
    handler: async ({ actor }) => ({
      ...signInMethods,
      unnamed: actor?.guest === true && isBy('session', actor),
    }),
  });

  route('POST', '/api/account/sign-up', {
    operationId: 'signUp',
    access: everyone('play'),
    group: 'password',
    summary: 'Create an account',
    description: 'A guest keeps their games and seats. The reply sets a session cookie.',
    body: SignUp,
    example: { body: { name: 'mira', password: 'correct horse battery' } },
    handler: async ({ body, actor, request, reply }) =>
      startSession(
        unwrap(await accounts.signUp(body, actor ?? guestOfCookie(request), clientOf(request))),
        request,
        reply,
      ),
  });

  route('POST', '/api/account/sign-in', {
    operationId: 'signIn',
    access: everyone('play'),
    group: 'password',
    summary: 'Sign in',
    description: 'With a name or e-mail address. The reply sets a session cookie.',
    body: SignIn,
    example: { body: { login: 'mira', password: 'correct horse battery' } },
    handler: async ({ body, request, reply }) =>
      startSession(unwrap(await accounts.signIn(body, clientOf(request))), request, reply),
  });

  route('POST', '/api/account/sign-out', {
    operationId: 'signOut',
    access: account(null),
    summary: 'Sign out',
    description: 'Ends this session and its connections.',
    handler: async ({ actor, request, reply }) => {
      reply.header('set-cookie', clearedSessionCookies(request));
      unwrap(await accounts.signOut(actor));
      return {};
    },
  });

  route('POST', '/api/account/email/confirmed', {
    operationId: 'confirmEmail',
    access: everyone('play'),
    summary: 'Confirm an e-mail address',
    description: 'With the token from the link in the e-mail.',
    body: ConfirmEmail,
    example: { body: { token: 'from-the-link' } },
    handler: async ({ body }) => unwrap(await email.confirm(body.token)),
  });

  route('POST', '/api/account/forgot', {
    operationId: 'requestPasswordReset',
    access: everyone('play'),
    summary: 'Request a new password',
    description: 'Sends a link by e-mail. The reply does not reveal whether the address is known.',
    body: ForgotPassword,
    example: { body: { email: 'mira@example.org' } },
    handler: async ({ body, request }) => unwrap(await email.forgot(body.email, clientOf(request))),
  });

  route('POST', '/api/account/reset', {
    operationId: 'resetPassword',
    access: everyone('play'),
    group: 'password',
    summary: 'Set a new password with a link',
    description: 'Ends all sessions of the account.',
    body: ResetPassword,
    example: { body: { token: 'from-the-link', password: 'correct horse battery' } },
    handler: async ({ body, request }) => unwrap(await email.reset(body.token, body.password, clientOf(request))),
  });
}

const clientOf = (request: FastifyRequest): ClientInfo => ({
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  device: deviceOf(request),
});
