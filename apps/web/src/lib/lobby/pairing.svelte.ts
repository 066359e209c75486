import type { GameId, OpenSeek, Refusal, Seek } from '@terrace/protocol';
import { createContext } from 'svelte';
import type { Connection } from '#lib/net/connection.svelte.ts';
import { Subscription } from '#lib/net/subscription.ts';

/** The wait for people who want to play the same, in whichever tab it was begun. */
export class Pairing {
  #open = $state.raw<OpenSeek | undefined>();
  #refusal = $state.raw<Refusal | undefined>();
  /** What this tab asked for: it asks again after a break in the connection. */
  #seek: Seek | undefined;
  #subscription: Subscription<'pairing:join'> | undefined;
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

  /** Follows the own wait until the signal is aborted. */
  follow(signal: AbortSignal): void {
    this.#connection.onConnect(() => {
      if (this.#seek === undefined) this.#open = undefined;
    }, signal);
    this.#subscription = new Subscription(
      this.#connection,
      {
        request: 'pairing:join',
        payload: () => this.#seek,
        apply: () => undefined, // what is waited for is broadcast to all tabs alike
        refused: (refusal) => {
          this.#seek = undefined;
          this.#refusal = refusal;
        },
      },
      signal,
    )
      .on('pairing:seek', ({ seek }) => {
        this.#open = seek ?? undefined;
        if (seek === null) this.#seek = undefined;
      })
      .on('pairing:paired', ({ gameId }) => {
        this.#go(gameId);
      });
  }

  join(seek: Seek): void {
    this.#refusal = undefined;
    this.#seek = seek;
    this.#subscription?.refresh();
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
