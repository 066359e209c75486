import type { Errands } from '../errands/errands.ts';
import type { Outbound } from '../runtime/outbound.ts';
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
  readonly errands: Errands;
  readonly isOn: boolean;
};

/** Creates the webhooks of accounts. */
export const composeWebhooks = ({ stores, nodes, services, outbound, errands, isOn }: Options) =>
  createWebhooks({
    store: stores.webhooks,
    outbound,
    errands,
    testLimit: services.createLimit('webhook-test', { points: TESTS_PER_MINUTE, duration: 60 }),
    isOn,
    now: nodes.scheduler.now,
  });
