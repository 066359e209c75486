import type { PlayerId } from '@terrace/protocol';
import type { Logger } from 'pino';
import { createPushChannel } from '../push/channel.ts';
import { createPushServices } from '../push/services.ts';
import { createPush } from '../push/subscriptions.ts';
import { createVapid } from '../push/vapid.ts';
import type { Outbound } from '../runtime/outbound.ts';
import type { Stores } from './stores.ts';

type Options = {
  readonly stores: Stores;
  readonly outbound: Outbound;
  /** Hosts of push services that the operator adds. */
  readonly hosts: readonly string[];
  /** The public address of this site. Push services get it as the contact if it is https. */
  readonly publicUrl: string | undefined;
  readonly turnsOf: (player: PlayerId) => Promise<number>;
  readonly log: Logger;
  readonly now: () => number;
};

/** Creates the push channel and the list of devices. */
export function composePush({ stores, outbound, hosts, publicUrl, turnsOf, log, now }: Options) {
  const contact = publicUrl?.startsWith('https:') ? publicUrl : undefined;
  const services = createPushServices({ more: hosts, now });
  const vapid = createVapid(stores.serverKeys, contact);
  return {
    devices: createPush({ store: stores.push, vapid, services, outbound, now }),
    channel: createPushChannel({
      store: stores.pushTargets,
      vapid,
      services,
      outbound,
      turnsOf,
      onRejected: (reason, service) => log.warn({ reason, service }, 'a push message was given up'),
      now,
    }),
  };
}
