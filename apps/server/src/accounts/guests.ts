import { createHash, randomBytes } from 'node:crypto';
import { type Player, PlayerId } from '@terrace/protocol';
import type { Actor } from './actor.ts';

/** The player of a guest: an id in a signed cookie and nothing stored; the name is derived from the id. */
export const guestPlayer = (id: PlayerId): Player => ({
  id,
  name: `Guest-${createHash('sha256')
    .update(id)
    .digest('base64url')
    .replaceAll(/[^0-9a-z]/g, '')
    .slice(0, 5)}`,
});

/** What a guest may do: everything but what needs an account. */
export const guestActor = (id: PlayerId): Actor => ({
  player: guestPlayer(id),
  guest: true,
  role: null,
  scopes: ['read', 'play'],
  credential: `guest:${id}`,
});

/** A guest with a new id. */
export const createGuest = (): Player => guestPlayer(PlayerId.parse(randomBytes(15).toString('base64url')));
