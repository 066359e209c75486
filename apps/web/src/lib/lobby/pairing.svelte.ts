import type { GameId, PairingWish, Refusal, Search } from '@terrace/protocol';
import { createContext } from 'svelte';
import type { Connection } from '#lib/net/connection.svelte.ts';

/** The wait for people who want to play the same, in whichever tab it was begun. */
export class Pairing {
  #search = $state.raw<Search | undefined>();
  #refusal = $state.raw<Refusal | undefined>();
  /** What this tab asked for: it asks again after a break in the connection. */
  #wish: PairingWish | undefined;
  readonly #connection: Connection;
  readonly #go: (gameId: GameId) => void;

  constructor(connection: Connection, go: (gameId: GameId) => void) {
    this.#connection = connection;
    this.#go = go;
  }

  /** What is waited for; undefined while one does not wait. */
  get search(): Search | undefined {
    return this.#search;
  }

  get refusal(): Refusal | undefined {
    return this.#refusal;
  }

  /** Hears of pairings until the returned function is called. */
  follow(): () => void {
    const stop = [
      this.#connection.on('pairing:search', ({ search }) => {
        this.#search = search ?? undefined;
        if (search === null) this.#wish = undefined;
      }),
      this.#connection.on('pairing:paired', ({ gameId }) => this.#go(gameId)),
      this.#connection.onConnect(() => {
        if (this.#wish !== undefined) void this.join(this.#wish);
        else this.#search = undefined;
      }),
    ];
    return () => {
      for (const end of stop) end();
    };
  }

  async join(wish: PairingWish): Promise<void> {
    this.#refusal = undefined;
    this.#wish = wish;
    const answer = await this.#connection.request('pairing:join', wish);
    if (answer === 'lost' || answer.ok) return; // what is waited for is told to all tabs alike
    this.#wish = undefined;
    this.#refusal = answer.refusal;
  }

  /** Ends the wait that was begun in this tab; another tab's goes on. */
  async withdraw(): Promise<void> {
    if (this.#wish !== undefined) await this.leave();
  }

  /** Ends the wait, whichever tab began it. */
  async leave(): Promise<void> {
    if (this.#search === undefined && this.#wish === undefined) return;
    this.#wish = undefined;
    this.#search = undefined;
    await this.#connection.request('pairing:leave', {});
  }
}

/** The visitor's one wait, for every page below the root layout. */
export const [pairing, providePairing] = createContext<Pairing>();
