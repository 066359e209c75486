import {
  NewWebhook,
  OpaqueText,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookList,
  WebhookRow,
  WebhookWithSecret,
} from '@terrace/protocol';
import { z } from 'zod';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { accounts as account } from './access.ts';
import { unwrap } from './refusals.ts';
import type { Router } from './route.ts';

const ById = z.object({ id: OpaqueText(60) });
const example = { params: { id: '5d0c1b7e-3a52-4f0b-9c5e-0a3f6f1f7a10' } };

/** The webhooks of the signed-in account. */
export function addWebhookRoutes({ tagged }: Router, webhooks: Webhooks): void {
  const route = tagged('Webhooks');
  route('GET', '/api/account/webhooks', {
    operationId: 'listWebhooks',
    access: account(null),
    summary: 'Your webhooks',
    description: 'Without their secrets.',
    reply: WebhookList,
    handler: async ({ actor }) => ({ webhooks: [...(await webhooks.list(actor.player.id))] }),
  });

  route('POST', '/api/account/webhooks', {
    operationId: 'createWebhook',
    access: account(null),
    summary: 'Add a webhook',
    description:
      'At most five. Your notifications are posted to the address, an https address of a public server, as the section Webhooks describes. Only this reply contains the secret.',
    body: NewWebhook,
    example: { body: { url: 'https://bot.example/terrace' } },
    reply: WebhookWithSecret,
    handler: async ({ actor, body }) => unwrap(await webhooks.add(actor.player.id, body.url)),
  });

  route('DELETE', '/api/account/webhooks/:id', {
    operationId: 'deleteWebhook',
    access: account(null),
    summary: 'Delete a webhook',
    description: 'Also deletes its log of deliveries.',
    params: ById,
    example,
    handler: async ({ actor, params }) => unwrap(await webhooks.remove(actor.player.id, params.id)),
  });

  route('POST', '/api/account/webhooks/:id/secret', {
    operationId: 'rotateWebhookSecret',
    access: account(null),
    summary: 'Replace the secret of a webhook',
    description: 'Applies to the next attempt. Only this reply contains the secret.',
    params: ById,
    example,
    reply: WebhookWithSecret,
    handler: async ({ actor, params }) => unwrap(await webhooks.rotate(actor.player.id, params.id)),
  });

  route('POST', '/api/account/webhooks/:id/enabled', {
    operationId: 'enableWebhook',
    access: account(null),
    summary: 'Enable a webhook again',
    description: 'After the server stopped delivering to it. Missed notifications are not delivered.',
    params: ById,
    example,
    reply: WebhookRow,
    handler: async ({ actor, params }) => unwrap(await webhooks.enable(actor.player.id, params.id)),
  });

  route('POST', '/api/account/webhooks/:id/test', {
    operationId: 'testWebhook',
    access: account(null),
    summary: 'Send a test event',
    description: 'Once, at once. At most five a minute.',
    params: ById,
    example,
    reply: WebhookDelivery,
    handler: async ({ actor, params }) => unwrap(await webhooks.test(actor.player.id, params.id)),
  });

  route('GET', '/api/account/webhooks/:id/deliveries', {
    operationId: 'listWebhookDeliveries',
    access: account(null),
    summary: 'The deliveries of a webhook',
    description: 'The latest 50. Rows are kept for 30 days, at most 200 for each webhook.',
    params: ById,
    example,
    reply: WebhookDeliveries,
    handler: async ({ actor, params }) => ({
      deliveries: [...unwrap(await webhooks.deliveries(actor.player.id, params.id))],
    }),
  });
}
