import { createHash, ECDH } from 'node:crypto';
import type { Language, NewPushSubscription, PlayerId, PushSettings, Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import { type Actor, readCredential } from '../accounts/actor.ts';
import { browserName } from '../accounts/browser-name.ts';
import type { Outbound } from '../runtime/outbound.ts';
import type { PushDevices } from './push.ports.ts';
import type { PushServices } from './services.ts';
import type { Vapid } from './vapid.ts';

const MAX_DEVICES = 10; // per player
const ID_LENGTH = 22;

type Dependencies = {
  readonly store: PushDevices;
  readonly vapid: Pick<Vapid, 'publicKey'>;
  readonly services: Pick<PushServices, 'isKnown'>;
  readonly outbound: Pick<Outbound, 'accepts'>;
  readonly now: () => number;
};

export type Push = ReturnType<typeof createPush>;

/** The devices on which players receive push messages. */
export function createPush({ store, vapid, services, outbound, now }: Dependencies) {
  async function settings(player: PlayerId): Promise<PushSettings> {
    const [publicKey, devices] = await Promise.all([vapid.publicKey(), store.list(player)]);
    return { publicKey, devices: [...devices] };
  }

  return {
    settings,

    /** Subscribes a browser. It moves to this player if another one used it. */
    async subscribe(
      { player, credential }: Actor,
      subscription: NewPushSubscription,
      { userAgent, language }: { readonly userAgent: string; readonly language: Language },
    ): Promise<Result<PushSettings, Refusal>> {
      const { endpoint, keys } = subscription;
      const isUsable = outbound.accepts(endpoint) && services.isKnown(new URL(endpoint).hostname);
      if (!isUsable || !isPoint(keys.p256dh)) return err({ code: 'bad-push-subscription' });
      const { kind, id: session } = readCredential(credential);
      const id = createHash('sha256').update(endpoint).digest('base64url').slice(0, ID_LENGTH);
      const added = { id, player: player.id, subscription, device: browserName(userAgent), language };
      await store.add({ ...added, session: kind === 'session' ? session : null }, MAX_DEVICES, now());
      return ok(await settings(player.id));
    },

    async unsubscribe({ player }: Actor, id: string): Promise<Result<PushSettings, Refusal>> {
      if (!(await store.remove(player.id, id))) return err({ code: 'no-such-device' });
      return ok(await settings(player.id));
    },
  };
}

/** Whether a key is a point of the curve: no message can be encrypted for another one. */
function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url', 'base64url', 'compressed');
    return true;
  } catch {
    return false;
  }
}
