import type { PlayerId } from '@terrace/protocol';
import type { Logger } from 'pino';
import { createPushChannel } from '../push/channel.ts';
import { createPush } from '../push/subscriptions.ts';
import { createVapid } from '../push/vapid.ts';
import type { Outbound } from '../runtime/outbound.ts';
import type { Stores } from './stores.ts';

type Options = {
  readonly stores: Stores;
  readonly outbound: Outbound;
  /** The public address of this site. Push services get it as the contact if it is https. */
  readonly publicUrl: string | undefined;
  readonly turnsOf: (player: PlayerId) => Promise<number>;
  readonly log: Logger;
  readonly now: () => number;
};

/** Creates the push channel and the list of devices. */
export function composePush({ stores, outbound, publicUrl, turnsOf, log, now }: Options) {
  const contact = publicUrl?.startsWith('https:') ? publicUrl : undefined;
  const vapid = createVapid(stores.serverKeys, contact);
  return {
    devices: createPush({ store: stores.push, vapid, outbound, now }),
    channel: createPushChannel({
      store: stores.pushTargets,
      vapid,
      outbound,
      turnsOf,
      onRejected: (status, service) => log.warn({ status, service }, 'a push service rejected a message'),
      now,
    }),
  };
}
