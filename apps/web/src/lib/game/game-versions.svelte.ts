import { type FoldedLog, foldLog, type GameState, type Timeline } from '@terrace/game';
import type { Command, LoggedEvent } from '@terrace/protocol';
import { type History, parseSquare, playOn } from '@terrace/rules';
import { afterPaint } from '#lib/ui/paint-queue.svelte.ts';

export type RenderedGame = {
  readonly state: GameState;
  readonly timeline: Timeline;
  readonly history: History;
  /** Whether `history` ends with an unanswered move. */
  readonly pending: boolean;
  /** The latest events received since the page was opened. */
  readonly newEvents: readonly LoggedEvent[];
};

export type GameObserver = {
  /** Whether it must react to the next event without waiting for a frame. */
  readonly isUrgent: boolean;
  onRender(): void;
};

/**
 * Three versions of a game: `confirmed` is the log, `optimistic` adds the player's own unanswered move for the board,
 * `rendered` follows at most one frame later for everything else.
 */
export class GameVersions {
  #confirmed: FoldedLog;
  #optimistic: History;
  #ownMove: Command | undefined;
  #rendered: RenderedGame;
  #newEvents: readonly LoggedEvent[] = [];
  readonly #unanswered: () => readonly Command[];
  observer: GameObserver | undefined;
  #isScheduled = false;

  /** @param unanswered the player's own commands that are not in the log yet @throws for an empty log */
  constructor(log: readonly LoggedEvent[], unanswered: () => readonly Command[] = () => []) {
    const folded = foldLog(null, log);
    if (folded === null) throw new Error('the log of a game is empty');
    this.#unanswered = unanswered;
    this.#confirmed = $state.raw(folded);
    this.#optimistic = $state.raw(folded.state.history);
    this.#rendered = $state.raw({
      ...folded,
      history: folded.state.history,
      pending: false,
      newEvents: this.#newEvents,
    });
  }

  get confirmed(): GameState {
    return this.#confirmed.state;
  }

  get optimistic(): History {
    return this.#optimistic;
  }

  get rendered(): RenderedGame {
    return this.#rendered;
  }

  /** Adds events to the log; call `update` to show them. */
  append(events: readonly LoggedEvent[]): void {
    this.#confirmed = foldLog(this.#confirmed, events) ?? this.#confirmed;
    this.#newEvents = this.#newEvents === this.#rendered.newEvents ? events : [...this.#newEvents, ...events];
  }

  /** Updates the optimistic version. A single new move is rendered after the next paint, anything else immediately. */
  update(): void {
    this.#optimistic = this.#withOwnMove();
    if (this.observer?.isUrgent || this.#optimistic.parent !== this.#rendered.history) this.render();
    else if (!this.#isScheduled) {
      this.#isScheduled = true;
      afterPaint(() => this.render());
    }
  }

  render(): void {
    this.#isScheduled = false;
    const { optimistic: history, confirmed, rendered } = this;
    if (history === rendered.history && confirmed === rendered.state) return;
    const pending = history !== confirmed.history;
    this.#rendered = { ...this.#confirmed, history, pending, newEvents: this.#newEvents };
    this.observer?.onRender();
  }

  #withOwnMove(): History {
    const { history } = this.#confirmed.state;
    for (const command of this.#unanswered()) {
      if (command.type !== 'move' || command.ply !== history.position.ply) continue;
      if (command === this.#ownMove && this.#optimistic.parent === history) return this.#optimistic;
      const from = parseSquare(history.position.size, command.from);
      const to = parseSquare(history.position.size, command.to);
      const played = from !== undefined && to !== undefined ? playOn(history, { from, to }) : undefined;
      if (!played?.ok) continue;
      this.#ownMove = command;
      return played.value;
    }
    return history;
  }
}
