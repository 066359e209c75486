import type { PlayerId } from '@terrace/protocol';

/** Stores which players have blocked which. */
export type BlockStore = {
  setBlocked(by: PlayerId, other: PlayerId, isBlocked: boolean): Promise<void>;
  blockedBy(by: PlayerId): Promise<readonly PlayerId[]>;
  /** Who has blocked this player. */
  blockersOf(player: PlayerId): Promise<readonly PlayerId[]>;
  /** Players this one has blocked, and players who have blocked this one. */
  blockedEitherWay(player: PlayerId): Promise<ReadonlySet<PlayerId>>;
};

/** Stores which players follow which. */
export type FollowStore = {
  /** Follows a player, unless that would be more than so many. @returns whether the player is followed now */
  follow(by: PlayerId, other: PlayerId, most: number): Promise<boolean>;
  unfollow(by: PlayerId, other: PlayerId): Promise<void>;
  followedBy(by: PlayerId): Promise<readonly PlayerId[]>;
  isFollowing(by: PlayerId, other: PlayerId): Promise<boolean>;
  /** How many follow a player. */
  followersOf(player: PlayerId): Promise<number>;
  /** Ends the following of two players, either way. */
  part(one: PlayerId, other: PlayerId): Promise<void>;
};
