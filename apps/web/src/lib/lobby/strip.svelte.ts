import { changeStrip, type LiveFilter, type Strip } from '@terrace/protocol';
import type { Connection } from '#lib/net/connection.svelte.ts';

/** The best live games of a kind, followed board by board. */
export class LiveStrip {
  #strip = $state.raw<Strip>();
  #version = 0;
  #filter: LiveFilter = { seats: null, speed: null };
  readonly #connection: Connection;

  readonly #first: Strip;

  /** @param first what came with the page */
  constructor(connection: Connection, first: Strip) {
    this.#connection = connection;
    this.#first = first;
  }

  get strip(): Strip {
    return this.#strip ?? this.#first;
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
      this.#connection.on('live:changed', ({ filter, version, strip }) => {
        if (filter.seats !== this.#filter.seats || filter.speed !== this.#filter.speed) return;
        if (version === this.#version + 1) {
          this.#version = version;
          this.#strip = changeStrip(this.strip, strip);
        } else if (version > this.#version) void this.#ask();
      }),
      this.#connection.onConnect(() => void this.#ask()),
    ];
    return () => {
      for (const end of stop) end();
      void this.#connection.request('live:watch', { filter: null });
    };
  }

  async #ask(): Promise<void> {
    const filter = this.#filter;
    const answer = await this.#connection.request('live:watch', { filter });
    if (answer === 'lost' || !answer.ok || filter !== this.#filter) return;
    this.#version = answer.value.version;
    this.#strip = answer.value.strip;
  }
}
