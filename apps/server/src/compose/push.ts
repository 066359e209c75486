import { createPushServices } from '../push/services.ts';
import { createPush } from '../push/subscriptions.ts';
import { createVapid, pushContactOf } from '../push/vapid.ts';
import type { Outbound } from '../runtime/outbound.ts';
import type { Stores } from './stores.ts';

type Options = {
  readonly stores: Stores;
  readonly outbound: Outbound;
  /** Hosts of push services that the operator adds. */
  readonly hosts: readonly string[];
  readonly publicUrl: string | undefined;
  readonly now: () => number;
};

/** Creates the list of devices that receive push messages. */
export const composePush = ({ stores, outbound, hosts, publicUrl, now }: Options) =>
  createPush({
    store: stores.push,
    vapid: createVapid(stores.serverKeys, pushContactOf(publicUrl)),
    services: createPushServices({ more: hosts, now }),
    outbound,
    now,
  });
