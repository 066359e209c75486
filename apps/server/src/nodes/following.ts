import { createListeners } from '../runtime/listeners.ts';
import type { Following, Keys, Scope } from '../runtime/nodes.ports.ts';
import { channelOf, type NodeBus } from './bus.ts';

/** `seq` is the earliest known event of the followers. */
type Followed = { readonly followers: Set<unknown>; readonly isReady: Promise<void>; seq: number | undefined };

type Dependencies = {
  readonly bus: Pick<NodeBus, 'subscribe' | 'unsubscribe'>;
  readonly reportError: (error: unknown) => void;
};

export function createFollowing<S extends Scope>(scope: S, { bus, reportError }: Dependencies): Following<Keys[S]> {
  const all = new Map<Keys[S], Followed>();
  const followed = createListeners<[key: Keys[S], seq: number | undefined]>(reportError);
  const unfollowed = createListeners<[key: Keys[S]]>(reportError);

  function begin(key: Keys[S]): Followed {
    const isReady = bus.subscribe(channelOf(scope, key)).then(() => {
      if (all.get(key) === begun) followed.call(key, begun.seq);
    });
    const begun: Followed = { followers: new Set(), isReady, seq: undefined };
    all.set(key, begun);
    return begun;
  }

  return {
    follow(key, follower, seq) {
      const known = all.get(key) ?? begin(key);
      known.followers.add(follower);
      if (seq !== undefined) known.seq = Math.min(seq, known.seq ?? seq);
      return known.isReady;
    },

    unfollow(key, follower) {
      const known = all.get(key);
      if (!known?.followers.delete(follower) || known.followers.size > 0) return;
      all.delete(key);
      bus.unsubscribe(channelOf(scope, key));
      unfollowed.call(key);
    },

    has: (key) => all.has(key),
    get size() {
      return all.size;
    },
    keys: () => all.keys(),
    onFollow: followed.add,
    onUnfollow: unfollowed.add,
  };
}
