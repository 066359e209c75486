import { MailKinds, MailSubscription } from '@terrace/protocol';
import type { FastifyInstance } from 'fastify';
import type { Unsubscribe } from '../notifications/unsubscribe.ts';
import { everyone } from './access.ts';
import { addOneClickRoute, ByToken, example } from './one-click.ts';
import { unwrap } from './refusals.ts';
import type { Router } from './route.ts';

/** For readers of mails, by the signed link of a mail instead of a session. Reading changes nothing. */
export function addUnsubscribeRoutes(router: Router, app: FastifyInstance, unsubscribe: Unsubscribe): void {
  const route = router.tagged('Notifications');
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

  addOneClickRoute(router, app, async (token) => {
    unwrap(await unsubscribe.oneClick(token));
  });
}
