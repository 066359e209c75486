import type { FeaturedChange, FeaturedGames, LiveFilter } from '@terrace/protocol';
import { listOf } from './featured.ts';
import type { FeaturedBoards } from './featured-boards.ts';

type Dependencies = {
  readonly boards: Pick<FeaturedBoards, 'watch' | 'unwatch' | 'load' | 'view' | 'change' | 'takeChanges'>;
  readonly broadcast: (filter: LiveFilter, version: number, featured: FeaturedChange) => void;
};

type Subscription = { readonly filter: LiveFilter; version: number; readonly connections: Set<object> };

/** A connection has one filter at a time. Its games are followed while connections subscribe. */
export function createFeaturedSubscriptions({ boards, broadcast }: Dependencies) {
  const subscriptions = new Map<string, Subscription>();

  function unsubscribe(connection: object): void {
    for (const [key, { connections }] of subscriptions) {
      if (!connections.delete(connection) || connections.size > 0) continue;
      subscriptions.delete(key);
      boards.unwatch(key);
    }
  }

  return {
    /** Null unsubscribes. @returns the current games */
    async subscribe(
      connection: object,
      filter: LiveFilter | null,
    ): Promise<{ version: number; featured: FeaturedGames }> {
      unsubscribe(connection);
      if (filter === null) return { version: 0, featured: { games: [], count: 0 } };
      const key = listOf(filter);
      const subscription = subscriptions.get(key) ?? { filter, version: 0, connections: new Set() };
      subscriptions.set(key, subscription);
      subscription.connections.add(connection);
      boards.watch(key);
      await boards.load(key);
      return { version: subscription.version, featured: boards.view(key) };
    },

    unsubscribe,

    publish(changes: ReturnType<FeaturedBoards['takeChanges']>): void {
      for (const [key, subscription] of subscriptions) {
        const change = boards.change(key, changes);
        if (change !== undefined) broadcast(subscription.filter, ++subscription.version, change);
      }
    },
  };
}
