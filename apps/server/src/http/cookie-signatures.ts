import { createHmac, randomBytes } from 'node:crypto';
import { Signer } from '@fastify/cookie';
import { PlayerId } from '@terrace/protocol';
import type { Device } from '../accounts/actor.ts';
import { guestIdOf, isOldGuestId } from '../accounts/guests.ts';

/** What a signature says of a value. Each has a key of its own, so that a cookie of one kind is never taken for another. */
type Purpose = 'guest' | 'session' | 'device';

/** Accounts a device is known to: a family's, not a school's. */
const MAX_KNOWN = 5;

/** How better-auth writes a session's token. An old guest's id is shorter: under one key, too, neither is the other. */
const SESSION_TOKEN = /^[0-9A-Za-z]{32}$/;

export type CookieSignatures = ReturnType<typeof createCookieSignatures>;

/**
 * Signs cookies and reads signed ones. Until November 2026 all were signed with the secret itself, and a guest's held the
 * player id. Those stay valid as what they were: guests' for as long as browsers keep them, a year, and sessions for theirs.
 */
export function createCookieSignatures(secret: string) {
  const keyFor = (purpose: Purpose) => createHmac('sha256', secret).update(`cookie: ${purpose}`).digest('base64url');
  const guest = new Signer(keyFor('guest'));
  const session = new Signer(keyFor('session'));
  const device = new Signer(keyFor('device'));
  const old = new Signer(secret);

  return {
    /** @param guestSecret as `createGuestSecret` makes it */
    signGuest: (guestSecret: string): string => guest.sign(guestSecret),

    /** The player of a guest's cookie; null for a cookie that is none. */
    readGuest(cookie: string): PlayerId | null {
      const own = guest.unsign(cookie);
      if (own.valid) return guestIdOf(own.value);
      const before = old.unsign(cookie);
      return before.valid && isOldGuestId(before.value) ? PlayerId.parse(before.value) : null;
    },

    signSession: (token: string): string => session.sign(token),

    /** The token of a session's cookie; null for a cookie that is none. */
    readSession(cookie: string): string | null {
      const own = session.unsign(cookie);
      if (own.valid) return own.value;
      const before = old.unsign(cookie);
      return before.valid && SESSION_TOKEN.test(before.value) ? before.value : null;
    },

    /** The cookie of a device on which a player has just signed in. @param was what the device was before */
    signDevice(was: Device | null, player: PlayerId): string {
      const id = was?.id ?? randomBytes(12).toString('base64url');
      const others = was?.knows.filter((known) => known !== player) ?? [];
      return device.sign([id, player, ...others.slice(0, MAX_KNOWN - 1)].join('.'));
    },

    /** The device of a cookie; null for a cookie that is none. */
    readDevice(cookie: string): Device | null {
      const own = device.unsign(cookie);
      if (!own.valid) return null;
      const [id = '', ...knows] = own.value.split('.');
      return { id, knows };
    },
  };
}
