import type { GameId, OpenSeek, Refusal, Seek } from '@terrace/protocol';
import { createContext } from 'svelte';
import type { Connection } from '#lib/net/connection.svelte.ts';

/** The wait for people who want to play the same, in whichever tab it was begun. */
export class Pairing {
  #open = $state.raw<OpenSeek | undefined>();
  #refusal = $state.raw<Refusal | undefined>();
  /** What this tab asked for: it asks again after a break in the connection. */
  #seek: Seek | undefined;
  readonly #connection: Connection;
  readonly #go: (gameId: GameId) => void;

  constructor(connection: Connection, go: (gameId: GameId) => void) {
    this.#connection = connection;
    this.#go = go;
  }

  /** What is waited for; undefined while one does not wait. */
  get open(): OpenSeek | undefined {
    return this.#open;
  }

  get refusal(): Refusal | undefined {
    return this.#refusal;
  }

  /** Hears of pairings until the returned function is called. */
  follow(): () => void {
    const stop = [
      this.#connection.on('pairing:seek', ({ seek }) => {
        this.#open = seek ?? undefined;
        if (seek === null) this.#seek = undefined;
      }),
      this.#connection.on('pairing:paired', ({ gameId }) => this.#go(gameId)),
      this.#connection.onConnect(() => {
        if (this.#seek !== undefined) void this.join(this.#seek);
        else this.#open = undefined;
      }),
    ];
    return () => {
      for (const end of stop) end();
    };
  }

  async join(seek: Seek): Promise<void> {
    this.#refusal = undefined;
    this.#seek = seek;
    const answer = await this.#connection.request('pairing:join', seek);
    if (answer === 'lost' || answer.ok) return; // what is waited for is told to all tabs alike
    this.#seek = undefined;
    this.#refusal = answer.refusal;
  }

  /** Ends the wait that was begun in this tab; another tab's goes on. */
  async withdraw(): Promise<void> {
    if (this.#seek !== undefined) await this.leave();
  }

  /** Ends the wait, whichever tab began it. */
  async leave(): Promise<void> {
    if (this.#open === undefined && this.#seek === undefined) return;
    this.#seek = undefined;
    this.#open = undefined;
    await this.#connection.request('pairing:leave', {});
  }
}

/** The visitor's one wait, for every page below the root layout. */
export const [pairing, providePairing] = createContext<Pairing>();
