import { createHash, randomBytes } from 'node:crypto';
import { type Player, PlayerId } from '@terrace/protocol';
import type { Actor } from './actor.ts';

/** Characters of a player id: 132 bits. Ids made before guests had secrets are shorter. */
const ID_LENGTH = 22;

/** Characters of a guest's name after `Guest-`: 51 bits, so that of millions of guests no two share one, and none is guessed. */
const NAME_LENGTH = 10;

/** The same for guests who have had their names since before. */
const OLD_NAME_LENGTH = 5;

/** The player of a guest, of whom nothing is stored but a cookie; the name is derived from the id. */
export const guestPlayer = (id: PlayerId): Player => ({
  id,
  name: `Guest-${createHash('sha256')
    .update(id)
    .digest('base64url')
    .replaceAll(/[^0-9a-z]/g, '')
    .slice(0, isOldGuestId(id) ? OLD_NAME_LENGTH : NAME_LENGTH)}`,
});

/** A guest's name as it is stored, from what somebody typed; undefined for what no guest is called. */
export const guestNamed = (text: string): string | undefined =>
  /^guest-[0-9a-z]+$/i.test(text) ? `Guest-${text.slice('Guest-'.length).toLowerCase()}` : undefined;

/** What a guest may do: everything but what needs an account. */
export const guestActor = (id: PlayerId): Actor => ({
  player: guestPlayer(id),
  guest: true,
  role: null,
  scopes: ['read', 'play'],
  credential: `guest:${id}`,
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
