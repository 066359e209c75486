import { isGuestName } from '@terrace/protocol';

/** Where a player is told of; undefined for guests, who come and go, and for those whose account is no more. */
export const profileOf = (name: string): string | undefined =>
  isGuestName(name) || /^Deleted-/.test(name) ? undefined : `/players/${encodeURIComponent(name)}`;
