import { flagAt, type GameState, remainingMs } from '@terrace/game';
import { explain } from '@terrace/messages';
import {
  type Command,
  GameId,
  type LoggedEvent,
  type Presence,
  type RatingChange,
  type Strength,
} from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { GameModel } from '#lib/game/game.svelte.ts';
import { GameVersions, type RenderedGame } from '#lib/game/game-versions.svelte.ts';
import {
  actingSide,
  applyCommand,
  computerAt,
  peopleIn,
  resumeEvents,
  type TableResult,
  takeBack,
  undoneMoves,
} from './local-table.ts';

const NOBODY: Presence = { watching: 0, names: [], away: [] };
/** Timers can fire slightly early; a flag must not. */
const GRACE_MS = 20;

/** Commands extend the log locally, with the same rules as on the server. */
export class LocalGame implements GameModel {
  readonly id = GameId.parse('atonescreen0');
  readonly presence = NOBODY;
  readonly changes: readonly RatingChange[] = [];
  /** Moves are never held back, because undo is free. */
  readonly hold = undefined;
  readonly versions: GameVersions;
  log = $state.raw<readonly LoggedEvent[]>([]);
  /** Why the last command failed, or another message; cleared by the next command. */
  notice = $state.raw<string | undefined>();
  readonly #now: () => number;
  readonly #undone = $derived.by(() => undoneMoves(this.log));

  /** @param now milliseconds since 1970 */
  constructor(log: readonly LoggedEvent[], now: () => number) {
    this.versions = new GameVersions(log);
    this.log = log;
    this.#now = now;
  }

  get rendered(): RenderedGame {
    return this.versions.rendered;
  }

  get #state(): GameState {
    return this.rendered.state;
  }

  get people(): number {
    return peopleIn(this.#state).length;
  }

  get hasComputers(): boolean {
    return this.#state.seats.some(({ side }) => computerAt(this.#state, side) !== undefined);
  }

  /** The side whose person acts now; undefined while several people wait for a computer. */
  get actingSide(): Side | undefined {
    return actingSide(this.#state);
  }

  get computerToMove(): Strength | undefined {
    const state = this.#state;
    return state.status === 'live' && state.pausedUntil === null
      ? computerAt(state, state.history.position.turn)
      : undefined;
  }

  get mayUndo(): boolean {
    return takeBack(this.#state, 0).ok;
  }

  get mayRedo(): boolean {
    return this.#state.status === 'live' && this.#state.pausedUntil === null && this.#undone.length > 0;
  }

  remaining(side: Side, now: number): number | null {
    return remainingMs(this.#state, side, now);
  }

  send(command: Command): void {
    this.#append(applyCommand(this.versions.confirmed, command, this.#now()));
  }

  sendHeld(): void {}

  withdraw(): void {}

  undo(): void {
    this.#append(takeBack(this.versions.confirmed, this.#now()));
  }

  /** Replays the next undone move and the computers' replies. */
  redo(): void {
    do {
      const [next] = this.#undone;
      if (next === undefined) return;
      this.send({ type: 'move', ply: next.ply, from: next.from, to: next.to });
      this.versions.render();
    } while (peopleIn(this.#state).length > 0 && this.computerToMove !== undefined);
  }

  /** Resumes a stored game: the clocks stay paused until the players continue. */
  resume(seenAt: number): void {
    this.#append({ ok: true, value: resumeEvents(this.versions.confirmed, seenAt, this.#now()) });
  }

  /** Schedules the flag of the running clock; call after each change of the game. @returns a cancel function */
  watchFlag(): (() => void) | undefined {
    const at = flagAt(this.#state);
    if (at === undefined) return undefined;
    const timer = setTimeout(() => this.send({ type: 'flag' }), Math.max(0, at - this.#now()) + GRACE_MS);
    return () => clearTimeout(timer);
  }

  /** Appends synchronously, so that a page closed before its next frame has stored the game. */
  #append(result: TableResult): void {
    this.notice = result.ok ? undefined : explain(result.error);
    if (!result.ok || result.value.length === 0) return;
    this.log = [...this.log, ...result.value];
    this.versions.append(result.value);
    this.versions.update();
  }
}
