import { MailKinds, MailSubscription, OpaqueText, openApiRegistry } from '@terrace/protocol';
import { errorCodes, type FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Unsubscribe } from '../notifications/unsubscribe.ts';
import { everyone } from './access.ts';
import { unwrap } from './refusals.ts';
import type { Router } from './route.ts';

const MAX_TOKEN_LENGTH = 100;
/** RFC 8058 allows both. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

const ONE_CLICK = '/unsubscribe/:token';

/** The form of RFC 8058. Its content is not read, because the address says everything. */
const OneClickForm = z.unknown().register(openApiRegistry, {
  type: 'object',
  properties: { 'List-Unsubscribe': { type: 'string', const: 'One-Click' } },
});

const ByToken = z.object({ token: OpaqueText(MAX_TOKEN_LENGTH) });
const example = { params: { token: 'player-id.turn.signature' } };

/** For readers of mails, by the signed link of a mail instead of a session. Reading changes nothing. */
export function addUnsubscribeRoutes({ tagged }: Router, app: FastifyInstance, unsubscribe: Unsubscribe): void {
  app.addContentTypeParser(FORMS, { parseAs: 'string' }, ({ routeOptions, headers }, text, done) => {
    if (routeOptions.url === ONE_CLICK) done(null, text);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(headers['content-type'] ?? ''));
  });
  const route = tagged('Notifications');
  route('GET', '/api/unsubscribe/:token', {
    operationId: 'getMailSubscription',
    access: everyone('read'),
    summary: 'What comes by mail',
    description: 'By the link of a mail, without signing in. Changes nothing.',
    params: ByToken,
    example,
    reply: MailSubscription,
    handler: async ({ params }) => unwrap(await unsubscribe.read(params.token)),
  });

  route('POST', '/api/unsubscribe/:token', {
    operationId: 'setMailSubscription',
    access: everyone('read'),
    summary: 'Choose what comes by mail',
    description: 'By the link of a mail, without signing in. Replaces the kinds that come by mail.',
    params: ByToken,
    body: MailKinds,
    example: { ...example, body: { kinds: [] } },
    reply: MailSubscription,
    handler: async ({ params, body }) => unwrap(await unsubscribe.setKinds(params.token, body.kinds)),
  });

  route('POST', ONE_CLICK, {
    operationId: 'unsubscribe',
    access: everyone('read'),
    summary: 'Unsubscribe with one click',
    description: 'For mail programs (RFC 8058): stops the kind of the mail, or all kinds after a mail with several.',
    params: ByToken,
    body: OneClickForm,
    consumes: FORMS,
    example: { ...example, body: { 'List-Unsubscribe': 'One-Click' } },
    handler: async ({ params }) => {
      unwrap(await unsubscribe.oneClick(params.token));
    },
  });
}
