import { createHash, randomBytes } from 'node:crypto';
import { guestName, type Player, PlayerId } from '@terrace/protocol';
import type { Actor } from './actor.ts';

/** Characters of a player id: 132 bits. Ids from before guest secrets are shorter. */
const ID_LENGTH = 22;

/** Characters that represent an id in a name: 51 bits, so collisions among millions and guesses are improbable. */
const LETTERS = 10;

/** For guests with names from before this length. */
const OLD_LETTERS = 5;

export const lettersOf = (id: PlayerId): string =>
  createHash('sha256')
    .update(id)
    .digest('base64url')
    .replaceAll(/[^0-9a-z]/g, '')
    .slice(0, isOldGuestId(id) ? OLD_LETTERS : LETTERS);

/** A guest known only by a cookie. Stored guests use their stored name, which may have a number appended. */
export const guestPlayer = (id: PlayerId): Player => ({
  id,
  name: isOldGuestId(id)
    ? earlierGuestName(id)
    : guestName(createHash('sha256').update(`name ${id}`).digest().readUInt32LE()),
});

/** The format of guest names until November 2026, and the fallback when no words are left. */
export const earlierGuestName = (id: PlayerId): string => `Guest-${lettersOf(id)}`;

/** A guest may do everything that needs no account. */
export const guestActor = (player: Player): Actor => ({
  player,
  guest: true,
  role: null,
  scopes: ['read', 'play'],
  credential: `guest:${player.id}`,
});

/** Stored only in the guest's cookie. */
export const createGuestSecret = (): string => randomBytes(24).toString('base64url');

/** The id is public and does not reveal the secret. */
export const guestIdOf = (secret: string): PlayerId =>
  PlayerId.parse(createHash('sha256').update(`terrace guest ${secret}`).digest('base64url').slice(0, ID_LENGTH));

export const createPlayerId = (): PlayerId => guestIdOf(createGuestSecret());

/** Whether an id predates guest secrets. Cookies of such guests contain the signed id. */
export const isOldGuestId = (id: string): boolean => /^[0-9A-Za-z_-]{20}$/.test(id);
