import { Readable } from 'node:stream';
import {
  AccountName,
  AccountView,
  ChangeEmail,
  ChangePassword,
  CreatedToken,
  DeleteAccount,
  NewToken,
  OpaqueText,
} from '@terrace/protocol';
import { z } from 'zod';
import type { Accounts } from '../accounts/accounts.ts';
import type { EmailService } from '../accounts/email.ts';
import { exportPlayer, type PersonalData } from '../accounts/export.ts';
import type { Tokens } from '../accounts/tokens.ts';
import type { GameStore } from '../game-service/games.ports.ts';
import { accounts as account } from './access.ts';
import { clearedSessionCookies } from './actor.ts';
import { throwIfRefused, unwrap } from './refusals.ts';
import { jsonObject, type Router } from './route.ts';

const RowId = z.object({ id: OpaqueText(60) });

type Dependencies = {
  readonly accounts: Accounts;
  readonly email: EmailService;
  readonly data: PersonalData;
  readonly games: Pick<GameStore, 'readLog'>;
};

const BY_PASSWORD = 'Requires the password or, for accounts without one, a session less than ten minutes old.';

export function addAccountRoutes({ tagged }: Router, { accounts, email, data, games }: Dependencies): void {
  const route = tagged('Account');
  route('GET', '/api/account', {
    operationId: 'getAccount',
    access: account(null),
    summary: 'Your account',
    description: 'Includes its sessions and tokens.',
    reply: AccountView,
    handler: async ({ actor }) => unwrap(await accounts.view(actor)),
  });

  route('POST', '/api/account/name', {
    operationId: 'chooseName',
    access: account(null),
    summary: 'Choose a name',
    description: 'Only once, for an account created by signing in with a provider.',
    body: AccountName,
    example: { body: { name: 'mira', timeZone: 'Europe/Berlin' } },
    handler: async ({ actor, body }) => unwrap(await accounts.chooseName(actor, body)),
  });

  route('POST', '/api/account/password', {
    operationId: 'changePassword',
    access: account(null),
    group: 'password',
    summary: 'Change the password',
    description: `Ends all other sessions. ${BY_PASSWORD}`,
    body: ChangePassword,
    example: { body: { current: 'correct horse battery', next: 'battery staple' } },
    handler: async ({ actor, body }) => unwrap(await accounts.changePassword(actor, body.current, body.next)),
  });

  route('POST', '/api/account/email', {
    operationId: 'changeEmail',
    access: account(null),
    group: 'password',
    summary: 'Change or remove the e-mail address',
    description: `The new address takes effect when its owner opens the link sent to it. ${BY_PASSWORD}`,
    body: ChangeEmail,
    example: { body: { email: 'mira@example.org', password: 'correct horse battery' } },
    handler: async ({ actor, body, request }) =>
      unwrap(await email.change(actor, body.email, body.password, request.ip)),
  });

  route('POST', '/api/account/deleted', {
    operationId: 'deleteAccount',
    access: account(null),
    group: 'password',
    summary: 'Delete the account',
    description: `Games and chat messages remain under a generated name. ${BY_PASSWORD}`,
    body: DeleteAccount,
    example: { body: { password: 'correct horse battery' } },
    handler: async ({ actor, body, request, reply }) => {
      unwrap(await accounts.remove(actor, body.password));
      reply.header('set-cookie', clearedSessionCookies(request));
      return {};
    },
  });

  route('GET', '/api/account/export', {
    operationId: 'exportAccount',
    replyExample: { account: { name: 'mira' }, games: [] },
    access: account(null),
    group: 'download',
    summary: 'Export your data',
    description:
      'One JSON document: account, settings, ratings, reports, chat and every game. At most five times an hour.',
    reply: jsonObject('Everything stored about you.'),
    handler: async ({ actor, reply }) => {
      const view = unwrap(await accounts.view(actor));
      throwIfRefused(await accounts.limitExport(actor));
      reply.type('application/json').header('content-disposition', 'attachment; filename="terrace.json"');
      return Readable.from(exportPlayer({ data, games }, actor.player.id, view), { objectMode: false });
    },
  });
}

type TokenServices = { readonly accounts: Pick<Accounts, 'endSession'>; readonly tokens: Tokens };

export function addTokenRoutes({ tagged }: Router, { accounts, tokens }: TokenServices): void {
  const route = tagged('Account');
  route('POST', '/api/account/tokens', {
    operationId: 'createToken',
    access: account(null),
    summary: 'Create a token for a program',
    description: 'Only this reply contains the token itself.',
    body: NewToken,
    example: { body: { name: 'My bot', scopes: ['read', 'play'] } },
    reply: CreatedToken,
    handler: async ({ actor, body }) => unwrap(await tokens.create(actor, body)),
  });

  route('DELETE', '/api/account/tokens/:id', {
    operationId: 'revokeToken',
    access: account(null),
    summary: 'Revoke a token',
    description: 'Closes its connections immediately.',
    params: RowId,
    example: { params: { id: 'cm0a1b2c3' } },
    handler: async ({ actor, params }) => unwrap(await tokens.revoke(actor, params.id)),
  });

  route('DELETE', '/api/account/sessions/:id', {
    operationId: 'endSession',
    access: account(null),
    summary: 'End a session',
    description: 'Closes its connections immediately.',
    params: RowId,
    example: { params: { id: 'cm0a1b2c3' } },
    handler: async ({ actor, params }) => unwrap(await accounts.endSession(actor, params.id)),
  });
}
