import { type GameId, isSlowGame, type PlayerId, type Preferences } from '@terrace/protocol';
import { untrack } from 'svelte';
import { isField } from '#lib/game/fields.ts';
import type { Game } from '#lib/game/game.svelte.ts';
import { KEYS } from '#lib/game/shortcuts.ts';
import type { Connection } from '#lib/net/connection.svelte.ts';

type Options = {
  readonly connection: Pick<Connection, 'request'>;
  readonly game: Game;
  readonly me: PlayerId;
  readonly afterMove: () => Preferences['afterMove'];
  readonly go: (gameId: GameId) => void;
  /** Called when no other game waits for the player. */
  readonly onNone: () => void;
};

/** After an own move in correspondence: the next game that waits for the player's move. */
export class NextGame {
  #offered = $state.raw<GameId | null>(null);
  readonly #options: Options;
  #hasSent = false;

  /** Call it during component setup. */
  constructor(options: Options) {
    this.#options = options;
    $effect(() => {
      const { rendered, versions } = options.game;
      const { pending, newEvents, state } = rendered;
      // A move that is answered within a frame is never rendered as pending.
      if (versions.optimistic !== versions.confirmed.history) this.#hasSent = true;
      // Moves that the server played for the player need no next game.
      const hasMoved = newEvents.some(({ event, by }) => event.type === 'moved' && by === options.me);
      if (!this.#hasSent || pending || !hasMoved) return;
      this.#hasSent = false;
      if (state.status === 'live' && isSlowGame(state)) untrack(() => void this.#afterMove());
    });
  }

  /** The game to offer: until it is the player's turn here again. */
  get offered(): GameId | undefined {
    const { state, history } = this.#options.game.rendered;
    const mover = state.seats.find(({ side }) => side === history.position.turn)?.player;
    return state.status === 'live' && mover?.id !== this.#options.me ? (this.#offered ?? undefined) : undefined;
  }

  /** Goes to the next game if there is one. */
  async go(): Promise<void> {
    const next = await this.#find();
    if (next === undefined) return;
    if (next === null) this.#options.onNone();
    else this.#options.go(next);
  }

  /** @param isOff whether single-key shortcuts are off */
  handleKey(event: KeyboardEvent, isOff: boolean): void {
    if (event.key !== KEYS.next || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isOff || isField(event.target)) return;
    event.preventDefault();
    void this.go();
  }

  async #afterMove(): Promise<void> {
    const then = this.#options.afterMove();
    if (then === 'stay') return;
    const next = await this.#find();
    if (next == null) return;
    if (then === 'next') this.#options.go(next);
    else this.#offered = next;
  }

  async #find(): Promise<GameId | null | undefined> {
    const answer = await this.#options.connection.request('inbox:next', { gameId: this.#options.game.id });
    return answer !== 'lost' && answer.ok ? answer.value.gameId : undefined;
  }
}
