import { createHash, randomBytes } from 'node:crypto';
import { guestName, type Player, PlayerId } from '@terrace/protocol';
import type { Actor } from './actor.ts';

/** Characters of a player id: 132 bits. Ids made before guests had secrets are shorter. */
const ID_LENGTH = 22;

/** Letters that stand for an id in a name: 51 bits, so that of millions no two share them, and none is guessed. */
const LETTERS = 10;

/** The same of guests who have had their names since before. */
const OLD_LETTERS = 5;

/** Letters and digits that stand for an id. */
export const lettersOf = (id: PlayerId): string =>
  createHash('sha256')
    .update(id)
    .digest('base64url')
    .replaceAll(/[^0-9a-z]/g, '')
    .slice(0, isOldGuestId(id) ? OLD_LETTERS : LETTERS);

/**
 * The player of a guest of whom nothing is stored but a cookie; the name is derived from the id. Who is stored has the
 * name that is stored: the same, or where somebody else has it already, the same with a number.
 */
export const guestPlayer = (id: PlayerId): Player => ({
  id,
  name: isOldGuestId(id)
    ? earlierGuestName(id)
    : guestName(createHash('sha256').update(`name ${id}`).digest().readUInt32LE()),
});

/** How guests were called until November 2026, and are where there are no words left. */
export const earlierGuestName = (id: PlayerId): string => `Guest-${lettersOf(id)}`;

/** What a guest may do: everything but what needs an account. */
export const guestActor = (player: Player): Actor => ({
  player,
  guest: true,
  role: null,
  scopes: ['read', 'play'],
  credential: `guest:${player.id}`,
});

/** What a new guest's cookie holds. Only the cookie has it. */
export const createGuestSecret = (): string => randomBytes(24).toString('base64url');

/** The player id that goes with a guest's secret. Everybody may know the id: it does not lead back to the secret. */
export const guestIdOf = (secret: string): PlayerId =>
  PlayerId.parse(createHash('sha256').update(`terrace guest ${secret}`).digest('base64url').slice(0, ID_LENGTH));

/** The id of a player who has no guest's cookie. */
export const createPlayerId = (): PlayerId => guestIdOf(createGuestSecret());

/** Whether an id was made before guests had secrets: their cookies hold it, signed. */
export const isOldGuestId = (id: string): boolean => /^[0-9A-Za-z_-]{20}$/.test(id);
