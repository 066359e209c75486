import { createHash, randomBytes } from 'node:crypto';
import { type Player, PlayerId } from '@terrace/protocol';
import type { Actor } from './actor.ts';

/** A guest is an id in a signed cookie and nothing else; the name follows from the id. */
export const guest = (id: PlayerId): Player => ({
  id,
  name: `Guest-${createHash('sha256')
    .update(id)
    .digest('base64url')
    .replaceAll(/[^0-9a-z]/g, '')
    .slice(0, 5)}`,
});

/** What a guest may do: everything but what needs an account. */
export const guestActor = (id: PlayerId): Actor => ({
  player: guest(id),
  guest: true,
  role: null,
  scopes: ['read', 'play'],
  proof: `guest:${id}`,
});

/** A guest nobody has been before. */
export const newGuest = (): Player => guest(PlayerId.parse(randomBytes(15).toString('base64url')));
