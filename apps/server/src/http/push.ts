import { currentLanguage } from '@terrace/messages';
import { NewPushSubscription, PushDeviceId, PushSettings } from '@terrace/protocol';
import { z } from 'zod';
import type { Push } from '../push/subscriptions.ts';
import { guests } from './access.ts';
import { unwrap } from './refusals.ts';
import type { Router } from './route.ts';

const ByDevice = z.object({ id: PushDeviceId });

/** The devices on which the sender, who may be a guest, receives push messages. */
export function addPushRoutes({ tagged }: Router, push: Push): void {
  const route = tagged('Notifications');
  route('GET', '/api/me/push', {
    operationId: 'getPush',
    access: guests(null),
    summary: 'Your devices with push notifications',
    description: 'The newest first, and the VAPID key with which a browser subscribes.',
    reply: PushSettings,
    handler: async ({ actor }) => push.settings(actor.player.id),
  });

  route('POST', '/api/me/push/subscriptions', {
    operationId: 'subscribeToPush',
    access: guests(null),
    summary: 'Receive push notifications on this device',
    description:
      'The subscription of a browser. It ends with your session. Of more than ten devices, the least recently used are removed.',
    body: NewPushSubscription,
    example: {
      body: {
        endpoint: 'https://push.example/send/0a1b2c3d',
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      },
    },
    reply: PushSettings,
    handler: async ({ actor, body, request: { headers } }) => {
      const device = { userAgent: headers['user-agent'] ?? '', language: currentLanguage() };
      return unwrap(await push.subscribe(actor, body, device));
    },
  });

  route('DELETE', '/api/me/push/subscriptions/:id', {
    operationId: 'unsubscribeFromPush',
    access: guests(null),
    summary: 'Stop push notifications on a device',
    description: 'On any of your devices, by the id in the list.',
    params: ByDevice,
    example: { params: { id: 'Aq1-b2_c3d4e5f6g7h8i9j' } },
    reply: PushSettings,
    handler: async ({ actor, params }) => unwrap(await push.unsubscribe(actor, params.id)),
  });
}
