import { createHash, randomBytes } from 'node:crypto';
import { type Player, PlayerId } from '@terrace/protocol';

/** A guest is an id in a signed cookie and nothing else; the name follows from the id. */
export const guest = (id: PlayerId): Player => ({
  id,
  name: `Guest-${createHash('sha256')
    .update(id)
    .digest('base64url')
    .replaceAll(/[^0-9a-z]/g, '')
    .slice(0, 5)}`,
});

/** A guest nobody has been before. */
export const newGuest = (): Player => guest(PlayerId.parse(randomBytes(15).toString('base64url')));
