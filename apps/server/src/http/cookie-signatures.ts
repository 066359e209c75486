import { createHmac, randomBytes } from 'node:crypto';
import { Signer } from '@fastify/cookie';
import { PlayerId } from '@terrace/protocol';
import type { Device } from '../accounts/actor.ts';
import { guestIdOf, isOldGuestId } from '../accounts/guests.ts';

/** Each purpose has its own key, so that one kind of cookie is never accepted as another. */
type Purpose = 'guest' | 'session' | 'device';

/** Accounts remembered for one device: enough for a family, not for a school. */
const MAX_KNOWN = 5;

/** better-auth's session tokens. Old guest ids are shorter, so the two differ even under the same key. */
const SESSION_TOKEN = /^[0-9A-Za-z]{32}$/;

export type CookieSignatures = ReturnType<typeof createCookieSignatures>;

/**
 * Until November 2026 all cookies were signed with the secret itself, and guest cookies held the player id. These
 * remain valid: guest cookies for a year, sessions until they expire.
 */
export function createCookieSignatures(secret: string) {
  const keyFor = (purpose: Purpose) => createHmac('sha256', secret).update(`cookie: ${purpose}`).digest('base64url');
  const guest = new Signer(keyFor('guest'));
  const session = new Signer(keyFor('session'));
  const device = new Signer(keyFor('device'));
  const old = new Signer(secret);

  return {
    signGuest: (guestSecret: string): string => guest.sign(guestSecret),

    readGuest(cookie: string): PlayerId | null {
      const own = guest.unsign(cookie);
      if (own.valid) return guestIdOf(own.value);
      const before = old.unsign(cookie);
      return before.valid && isOldGuestId(before.value) ? PlayerId.parse(before.value) : null;
    },

    signSession: (token: string): string => session.sign(token),

    readSession(cookie: string): string | null {
      const own = session.unsign(cookie);
      if (own.valid) return own.value;
      const before = old.unsign(cookie);
      return before.valid && SESSION_TOKEN.test(before.value) ? before.value : null;
    },

    /** The cookie of a device on which `player` has just signed in. @param was the device's previous cookie */
    signDevice(was: Device | null, player: PlayerId): string {
      const id = was?.id ?? randomBytes(12).toString('base64url');
      const others = was?.knows.filter((known) => known !== player) ?? [];
      return device.sign([id, player, ...others.slice(0, MAX_KNOWN - 1)].join('.'));
    },

    readDevice(cookie: string): Device | null {
      const own = device.unsign(cookie);
      if (!own.valid) return null;
      const [id = '', ...knows] = own.value.split('.');
      return { id, knows };
    },
  };
}
