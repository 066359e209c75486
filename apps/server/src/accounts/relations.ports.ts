import type { PlayerId } from '@terrace/protocol';
import type { NewNotification } from '../notifications/notifications.ports.ts';

export type BlockStore = {
  setBlocked(by: PlayerId, other: PlayerId, isBlocked: boolean): Promise<void>;
  blockedBy(by: PlayerId): Promise<readonly PlayerId[]>;
  blockersOf(player: PlayerId): Promise<readonly PlayerId[]>;
  blockedEitherWay(player: PlayerId): Promise<ReadonlySet<PlayerId>>;
};

export type FollowStore = {
  /**
   * Follows a player unless `most` are followed already. A new follow and its `news` are stored together.
   *
   * @returns whether the player is followed now
   */
  follow(by: PlayerId, other: PlayerId, most: number, news: readonly NewNotification[]): Promise<boolean>;
  unfollow(by: PlayerId, other: PlayerId): Promise<void>;
  followedBy(by: PlayerId): Promise<readonly PlayerId[]>;
  isFollowing(by: PlayerId, other: PlayerId): Promise<boolean>;
  followersOf(player: PlayerId): Promise<number>;
  removeBetween(one: PlayerId, other: PlayerId): Promise<void>;
};
