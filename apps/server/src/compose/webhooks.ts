import type { Outbound } from '../runtime/outbound.ts';
import { createWebhookDeliveries } from '../webhooks/deliveries.ts';
import { createSendToWebhook } from '../webhooks/send.ts';
import { createWebhooks } from '../webhooks/webhooks.ts';
import type { Nodes } from './nodes.ts';
import type { Services } from './services.ts';
import type { Stores } from './stores.ts';

const TESTS_PER_MINUTE = 5;

type Options = {
  readonly stores: Stores;
  readonly nodes: Nodes;
  readonly services: Services;
  readonly outbound: Outbound;
  readonly isOn: boolean;
  readonly reportError: (error: unknown) => void;
};

/** Creates the webhooks of accounts and their deliveries. */
export function composeWebhooks({ stores, nodes, services, outbound, isOn, reportError }: Options) {
  const { scheduler } = nodes;
  const { now } = scheduler;
  const store = stores.webhookDeliveries;
  const send = createSendToWebhook({ outbound, store, now });
  const deliveries = createWebhookDeliveries({
    store,
    webhooks: stores.webhookTargets,
    notifications: stores.notifications,
    send,
    disabled: (owner) => services.securityChanged(owner, 'webhook-disabled'),
    scheduler,
    reportError,
  });
  return {
    service: createWebhooks({
      store: stores.webhooks,
      outbound,
      send,
      testLimit: services.createLimit('webhook-test', { points: TESTS_PER_MINUTE, duration: 60 }),
      isOn,
      now,
    }),
    channel: isOn ? deliveries.channel : undefined,

    start(): void {
      if (isOn) deliveries.start();
    },

    close: deliveries.close,
  };
}
