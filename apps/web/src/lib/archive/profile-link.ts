import { isGuestName } from '@terrace/protocol';

/** The address of a player's profile; undefined for guests and deleted accounts. */
export const profileHref = (name: string): string | undefined =>
  isGuestName(name) || /^Deleted-/.test(name) ? undefined : `/players/${encodeURIComponent(name)}`;
