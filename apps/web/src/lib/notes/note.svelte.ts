import { explain } from '@terrace/messages';
import type { GameId } from '@terrace/protocol';
import { AutoSaved } from '#lib/net/auto-saved.svelte.ts';
import type { Connection } from '#lib/net/connection.svelte.ts';

/** The player's private note on a game. */
export class Note {
  text = $state<string | undefined>();
  readonly saving: AutoSaved<string>;
  readonly #connection: Connection;
  readonly #gameId: GameId;
  readonly #signal: AbortSignal;

  constructor(connection: Connection, gameId: GameId, signal: AbortSignal) {
    this.#connection = connection;
    this.#gameId = gameId;
    this.#signal = signal;
    this.saving = new AutoSaved(
      (text) => connection.requestUntilAnswered('note:set', { gameId, text }, new AbortController().signal),
      signal,
    );
  }

  async load(): Promise<void> {
    const answer = await this.#connection.requestUntilAnswered('note:get', { gameId: this.#gameId }, this.#signal);
    if (answer === 'lost') return;
    if (answer.ok) this.text = answer.value.text;
    else this.saving.fail(explain(answer.refusal));
  }

  change(text: string): void {
    this.text = text;
    this.saving.change(text);
  }
}
