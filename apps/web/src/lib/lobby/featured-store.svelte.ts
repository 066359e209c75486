import { changeFeatured, type FeaturedGames, type LiveFilter } from '@terrace/protocol';
import { Subscription, type SubscriptionConnection } from '#lib/net/subscription.ts';

const sameFilter = (one: LiveFilter, other: LiveFilter): boolean =>
  one.seats === other.seats && one.speed === other.speed;

export class FeaturedStore {
  current: FeaturedGames;
  /** The server's version for `#filter`; undefined until its first answer. */
  #version: number | undefined;
  #filter: LiveFilter = { seats: null, speed: null };
  #subscription: Subscription<'featured:watch'> | undefined;
  readonly #connection: SubscriptionConnection;

  constructor(connection: SubscriptionConnection, first: FeaturedGames) {
    this.#connection = connection;
    this.current = $state.raw(first);
  }

  choose(filter: LiveFilter): void {
    if (sameFilter(filter, this.#filter)) return;
    this.#filter = filter;
    this.#version = undefined;
    this.#subscription?.refresh();
  }

  subscribe(signal: AbortSignal): void {
    this.#subscription = new Subscription(
      this.#connection,
      {
        request: 'featured:watch',
        payload: () => ({ filter: this.#filter }),
        apply: ({ version, featured }) => {
          this.#version = version;
          this.current = featured;
        },
        leave: () => void this.#connection.request('featured:watch', { filter: null }),
      },
      signal,
    ).on('featured:changed', ({ filter, version, featured }) => {
      if (!sameFilter(filter, this.#filter)) return undefined;
      if (this.#version === undefined || version > this.#version + 1) return 'gap';
      if (version <= this.#version) return undefined;
      this.#version = version;
      this.current = changeFeatured(this.current, featured);
      return undefined;
    });
  }
}
