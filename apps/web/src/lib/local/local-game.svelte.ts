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
  applyCommand,
  computerAt,
  peopleIn,
  resumeEvents,
  speaker,
  type TableResult,
  takeBack,
  undoneMoves,
} from './local-table.ts';

const NOBODY: Presence = { watching: 0, names: [], away: [] };
/** Timers may be early by a little; a flag must not be. */
const GRACE_MS = 20;

/** A game at one screen: its log grows here, by the same law as on the server, and nobody else has a say in it. */
export class LocalGame implements GameModel {
  readonly id = GameId.parse('atonescreen0');
  readonly presence = NOBODY;
  readonly changes: readonly RatingChange[] = [];
  /** Every move can be undone here, so none is held. */
  readonly isHolding = false;
  readonly versions: GameVersions;
  log = $state.raw<readonly LoggedEvent[]>([]);
  /** A sentence about what could not be done, or another message, until the next command. */
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

  /** How many people still play. */
  get people(): number {
    return peopleIn(this.#state).length;
  }

  get hasComputers(): boolean {
    return this.#state.seats.some(({ side }) => computerAt(this.#state, side) !== undefined);
  }

  /** The side whose person speaks for themselves now; undefined while several wait for a computer. */
  get speaker(): Side | undefined {
    return speaker(this.#state);
  }

  /** The strength of the computer that is to move; undefined while nobody waits for one. */
  get thinking(): Strength | undefined {
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

  withdraw(): void {}

  undo(): void {
    this.#append(takeBack(this.versions.confirmed, this.#now()));
  }

  /** Makes the next move again, and what computers answered. */
  redo(): void {
    do {
      const [next] = this.#undone;
      if (next === undefined) return;
      this.send({ type: 'move', ply: next.ply, from: next.from, to: next.to });
      this.versions.render();
    } while (peopleIn(this.#state).length > 0 && this.thinking !== undefined);
  }

  /** Takes up a game that was stored: the clocks stand until the players go on. */
  resume(seenAt: number): void {
    this.#append({ ok: true, value: resumeEvents(this.versions.confirmed, seenAt, this.#now()) });
  }

  /** Sees to it that a flag falls in time. Runs again whenever the game changes; returns what calls it off. */
  watchFlag(): (() => void) | undefined {
    const at = flagAt(this.#state);
    if (at === undefined) return undefined;
    const timer = setTimeout(() => this.send({ type: 'flag' }), Math.max(0, at - this.#now()) + GRACE_MS);
    return () => clearTimeout(timer);
  }

  /** The log grows at once: a page that is left before its next frame has stored it. */
  #append(result: TableResult): void {
    this.notice = result.ok ? undefined : explain(result.error);
    if (!result.ok || result.value.length === 0) return;
    this.log = [...this.log, ...result.value];
    this.versions.append(result.value);
    this.versions.update();
  }
}
