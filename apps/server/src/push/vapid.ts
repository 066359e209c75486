import { LRUCache } from 'lru-cache';
import webPush from 'web-push';
import { z } from 'zod';
import type { ServerKeys } from './push.ports.ts';

/** VAPID (RFC 8292): a key pair by which push services and browsers recognise this server. */

const KEY_NAME = 'vapid';
const KeyPair = z.object({ publicKey: z.string(), privateKey: z.string() });

/** The signature of a push service's origin is valid for half a day and used for an hour. */
const VALID_SECONDS = 12 * 3600;
const CACHE_MS = 3_600_000;
const MAX_ORIGINS = 100;

/** Push services reject other subjects. This one is used by a server without a public https address. */
const NO_CONTACT = 'mailto:operator@terrace.invalid';

/** The public address of this site is the contact if it is https. */
export const pushContactOf = (publicUrl: string | undefined): string | undefined =>
  publicUrl?.startsWith('https:') ? publicUrl : undefined;

export type Vapid = ReturnType<typeof createVapid>;

/** @param contact the address to which the operator of a push service may write: `mailto:` or the site over https */
export function createVapid(keys: ServerKeys, contact: string | undefined) {
  const headers = new LRUCache<string, string>({ max: MAX_ORIGINS, ttl: CACHE_MS });
  let loading: Promise<z.infer<typeof KeyPair>> | undefined;

  async function load() {
    return KeyPair.parse(await keys.getOrCreate(KEY_NAME, () => ({ ...webPush.generateVAPIDKeys() })));
  }

  function pair() {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  return {
    publicKey: async (): Promise<string> => (await pair()).publicKey,

    /** The `Authorization` header of a request to a push service. */
    async authorization(endpoint: string): Promise<string> {
      const { origin } = new URL(endpoint);
      const known = headers.get(origin);
      if (known !== undefined) return known;
      const { publicKey, privateKey } = await pair();
      const expiration = Math.floor(Date.now() / 1000) + VALID_SECONDS; // push services compare it with the real time
      const { Authorization } = webPush.getVapidHeaders(
        origin,
        contact ?? NO_CONTACT,
        publicKey,
        privateKey,
        'aes128gcm',
        expiration,
      );
      headers.set(origin, Authorization);
      return Authorization;
    },
  };
}
