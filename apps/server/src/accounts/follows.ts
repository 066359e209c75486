import { computerStrength, type Player, type PlayerId, type Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { PlayerStore } from '../game-service/players.ports.ts';
import { followerCause } from '../notifications/causes.ts';
import type { BlockStore, FollowStore } from './relations.ports.ts';

const MAX_FOLLOWED = 500;

type Dependencies = {
  readonly follows: FollowStore;
  readonly blocks: Pick<BlockStore, 'blockersOf'>;
  readonly players: Pick<PlayerStore, 'hasAccount'>;
  readonly now: () => number;
};

export type Follows = ReturnType<typeof createFollows>;

/** A followed player is notified of each new follower; others only see the number of followers in a profile. */
export const createFollows = ({ follows, blocks, players, now }: Dependencies) => ({
  async follow(by: Player, other: Player): Promise<Result<null, Refusal>> {
    if (by.id === other.id) return err({ code: 'about-oneself' });
    const person = computerStrength(other.id) === undefined && (await players.hasAccount(other.id));
    if (!person) return err({ code: 'follows-need-account', name: other.name });
    const isBlocked = (await blocks.blockersOf(by.id)).includes(other.id);
    const news = isBlocked ? [] : [{ ...followerCause(other.id, by, now()), isSeen: false }];
    const done = await follows.follow(by.id, other.id, MAX_FOLLOWED, news);
    return done ? ok(null) : err({ code: 'too-many-follows', most: MAX_FOLLOWED });
  },

  unfollow: (by: PlayerId, other: Player): Promise<void> => follows.unfollow(by, other.id),

  async about(player: PlayerId, viewer: PlayerId | undefined): Promise<{ followers: number; followed: boolean }> {
    const [followers, followed] = await Promise.all([
      follows.followersOf(player),
      viewer !== undefined && follows.isFollowing(viewer, player),
    ]);
    return { followers, followed };
  },

  /** Without players who have blocked the follower since. */
  async visibleFollowed(by: PlayerId): Promise<ReadonlySet<PlayerId>> {
    const [followed, blockers] = await Promise.all([follows.followedBy(by), blocks.blockersOf(by)]);
    const hidden = new Set(blockers);
    return new Set(followed.filter((player) => !hidden.has(player)));
  },
});
