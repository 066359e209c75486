import type { Player, PlayerId } from '@terrace/protocol';

/** Everybody who has visited, guests among them. */
export type PlayerStore = {
  /** Adds a player; a known id is left as it is. @returns the player as stored: a guest whose name is taken gets a number */
  add(player: Player): Promise<Player>;
  /** The guest of this id, by the name they have; `account` for who has an account, or had one that is deleted. */
  guest(id: PlayerId): Promise<Player | 'account' | undefined>;
  isTaken(name: string): Promise<boolean>;
  /** Whether a player has an account, or had one that is deleted. */
  hasAccount(id: PlayerId): Promise<boolean>;
  /** The account whose name looks like this one; else the guest of this name, whatever its case, unless two share it. */
  byName(name: string): Promise<Player | undefined>;
};
