import { changeFeatured, type FeaturedGames, type LiveFilter } from '@terrace/protocol';
import type { Connection } from '#lib/net/connection.svelte.ts';

/** The best live games of a kind, followed board by board. */
export class FeaturedStore {
  #featured = $state.raw<FeaturedGames>();
  #version = 0;
  #filter: LiveFilter = { seats: null, speed: null };
  readonly #connection: Connection;

  readonly #first: FeaturedGames;

  /** @param first what came with the page */
  constructor(connection: Connection, first: FeaturedGames) {
    this.#connection = connection;
    this.#first = first;
  }

  get featured(): FeaturedGames {
    return this.#featured ?? this.#first;
  }

  /** Follows other games from now on. */
  choose(filter: LiveFilter): void {
    if (filter.seats === this.#filter.seats && filter.speed === this.#filter.speed) return;
    this.#filter = filter;
    void this.#ask();
  }

  /** Follows until the returned function is called. */
  follow(): () => void {
    const stop = [
      this.#connection.on('featured:changed', ({ filter, version, featured }) => {
        if (filter.seats !== this.#filter.seats || filter.speed !== this.#filter.speed) return;
        if (version === this.#version + 1) {
          this.#version = version;
          this.#featured = changeFeatured(this.featured, featured);
        } else if (version > this.#version) void this.#ask();
      }),
      this.#connection.onConnect(() => void this.#ask()),
    ];
    return () => {
      for (const end of stop) end();
      void this.#connection.request('featured:watch', { filter: null });
    };
  }

  async #ask(): Promise<void> {
    const filter = this.#filter;
    const answer = await this.#connection.request('featured:watch', { filter });
    if (answer === 'lost' || !answer.ok || filter !== this.#filter) return;
    this.#version = answer.value.version;
    this.#featured = answer.value.featured;
  }
}
