import { explain } from '@terrace/messages';
import type { GameId } from '@terrace/protocol';
import type { Connection } from '#lib/net/connection.svelte.ts';
import { runAfter } from '#lib/net/timing.ts';

const SAVE_AFTER_MS = 800;

/** The player's private note on a game. It is saved a moment after the last change, and when the panel closes. */
export class Note {
  text = $state<string | undefined>();
  state = $state<'saved' | 'saving' | 'failed'>('saved');
  failure = $state<string | undefined>();
  readonly #connection: Connection;
  readonly #gameId: GameId;
  readonly #signal: AbortSignal;
  #saved = '';
  #cancel: () => void = () => undefined;

  constructor(connection: Connection, gameId: GameId, signal: AbortSignal) {
    this.#connection = connection;
    this.#gameId = gameId;
    this.#signal = signal;
  }

  async load(): Promise<void> {
    const answer = await this.#connection.requestUntilAnswered('note:get', { gameId: this.#gameId }, this.#signal);
    if (answer === 'lost') return;
    if (answer.ok) {
      this.#saved = answer.value.text;
      this.text = answer.value.text;
    } else this.#fail(explain(answer.refusal));
  }

  change(text: string): void {
    this.text = text;
    this.state = 'saving';
    this.#cancel();
    this.#cancel = runAfter(SAVE_AFTER_MS, this.#signal, () => void this.save());
  }

  async save(): Promise<void> {
    const { text } = this;
    this.#cancel();
    if (text === undefined || text === this.#saved) return;
    const payload = { gameId: this.#gameId, text };
    // Without the panel's signal, so that closing the panel does not stop the request.
    const answer = await this.#connection.requestUntilAnswered('note:set', payload, new AbortController().signal);
    if (answer === 'lost') return;
    if (!answer.ok) return this.#fail(explain(answer.refusal));
    this.#saved = text;
    if (this.text === text) this.state = 'saved';
    this.failure = undefined;
  }

  #fail(why: string): void {
    this.state = 'failed';
    this.failure = why;
  }
}
