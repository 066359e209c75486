import type { Player, PlayerId } from '@terrace/protocol';

/** All visitors, including guests. */
export type PlayerStore = {
  /** Adds a player unless the id is known. @returns the stored player: a guest whose name is taken gets a number */
  add(player: Player): Promise<Player>;
  /** `account` if the id has or had an account. */
  guest(id: PlayerId): Promise<Player | 'account' | undefined>;
  isBot(id: PlayerId): Promise<boolean>;
  /** Marks an account as a bot, or removes the mark. */
  setBot(id: PlayerId, isBot: boolean): Promise<void>;
  /** By name. */
  bots(limit: number): Promise<readonly { readonly player: Player; readonly joinedAt: number }[]>;
  isTaken(name: string): Promise<boolean>;
  hasAccount(id: PlayerId): Promise<boolean>;
  /** The account whose name looks like this one, or the only guest of this name in any case. */
  byName(name: string): Promise<Player | undefined>;
};
