import type { FeaturedChange, FeaturedGames, LiveFilter } from '@terrace/protocol';
import { createFeatured, type Featured, MAX_FEATURED } from './featured.ts';
import type { LiveGameChanges } from './live-games.ts';
import type { Ranking } from './ranking.ts';

type Dependencies = {
  readonly ranking: Ranking;
  readonly broadcast: (filter: LiveFilter, version: number, featured: FeaturedChange) => void;
};

type Subscription = { readonly featured: Featured; version: number; readonly connections: Set<object> };

/** A connection has one filter at a time. Its games are kept while connections subscribe. */
export function createFeaturedSubscriptions({ ranking, broadcast }: Dependencies) {
  const subscriptions = new Map<string, Subscription>();

  function unsubscribe(connection: object): void {
    for (const [key, { connections }] of subscriptions) {
      if (connections.delete(connection) && connections.size === 0) subscriptions.delete(key);
    }
  }

  return {
    /** Null unsubscribes. @returns the current games */
    subscribe(connection: object, filter: LiveFilter | null): { version: number; featured: FeaturedGames } {
      unsubscribe(connection);
      if (filter === null) return { version: 0, featured: { games: [], count: 0 } };
      const key = JSON.stringify([filter.seats, filter.speed]);
      const subscription = subscriptions.get(key) ?? {
        featured: createFeatured({ ranking, filter, limit: MAX_FEATURED.livePage }),
        version: 0,
        connections: new Set(),
      };
      subscriptions.set(key, subscription);
      subscription.connections.add(connection);
      return { version: subscription.version, featured: subscription.featured.view() };
    },

    unsubscribe,

    publish(changes: LiveGameChanges): void {
      for (const subscription of subscriptions.values()) {
        const change = subscription.featured.change(changes);
        if (change !== undefined) broadcast(subscription.featured.filter, ++subscription.version, change);
      }
    },
  };
}
