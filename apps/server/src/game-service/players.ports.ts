import type { Player, PlayerId } from '@terrace/protocol';

/** All visitors, including guests. */
export type PlayerStore = {
  /** Adds a player unless the id is known. @returns the stored player: a guest whose name is taken gets a number */
  add(player: Player): Promise<Player>;
  /** The guest with this id; `account` if the id has or had an account. */
  guest(id: PlayerId): Promise<Player | 'account' | undefined>;
  isTaken(name: string): Promise<boolean>;
  /** Whether a player has an account, or had one that was deleted. */
  hasAccount(id: PlayerId): Promise<boolean>;
  /**
   * The account with a name that looks like this one. Otherwise the guest of this name in any case, unless two share
   * it.
   */
  byName(name: string): Promise<Player | undefined>;
};
