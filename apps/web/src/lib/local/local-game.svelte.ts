import { flagAt, type GameState, remainingMs } from '@terrace/game';
import { type Command, GameId, type LoggedEvent, type Presence } from '@terrace/protocol';
import type { History, Side } from '@terrace/rules';
import { type Chronicle, type MadeMove, type Told, tell } from '#lib/game/chronicle.ts';
import type { Played } from '#lib/game/game.svelte.ts';
import { words } from '#lib/words/words.ts';
import { type Answer, answer, foundAgain, takenBack, undoneMoves } from './table.ts';

const NOBODY: Presence = { watching: 0, names: [], away: [] };
/** Timers may be early by a little; a flag must not be. */
const GRACE_MS = 20;

/** A game at one screen: its log grows here, by the same law as on the server, and nobody else has a say in it. */
export class LocalGame implements Played {
  readonly id = GameId.parse('atonescreen0');
  readonly presence = NOBODY;
  readonly pending = false;
  #log = $state.raw<readonly LoggedEvent[]>([]);
  #told: Told;
  #news = $state.raw<readonly LoggedEvent[]>([]);
  #notice = $state.raw<string | undefined>();
  readonly #now: () => number;
  readonly #undone = $derived.by(() => undoneMoves(this.#log));

  /** @param now milliseconds since 1970 */
  constructor(log: readonly LoggedEvent[], now: () => number) {
    const told = tell(null, log);
    if (told === null) throw new Error('a game at one screen has an empty log');
    this.#told = $state.raw(told);
    this.#log = log;
    this.#now = now;
  }

  get log(): readonly LoggedEvent[] {
    return this.#log;
  }

  get state(): GameState {
    return this.#told.state;
  }

  get chronicle(): Chronicle {
    return this.#told.chronicle;
  }

  get history(): History {
    return this.#told.state.history;
  }

  get made(): readonly MadeMove[] {
    return this.#told.chronicle.moves;
  }

  get news(): readonly LoggedEvent[] {
    return this.#news;
  }

  get notice(): string | undefined {
    return this.#notice;
  }

  get mayUndo(): boolean {
    return takenBack(this.state, 0).ok;
  }

  get mayRedo(): boolean {
    return this.state.status === 'live' && this.state.pausedUntil === null && this.#undone.length > 0;
  }

  remaining(side: Side, now: number): number | null {
    return remainingMs(this.state, side, now);
  }

  send(command: Command): void {
    this.#take(answer(this.state, command, this.#now()));
  }

  undo(): void {
    this.#take(takenBack(this.state, this.#now()));
  }

  redo(): void {
    const [next] = this.#undone;
    if (next !== undefined) this.send({ type: 'move', ply: next.ply, from: next.from, to: next.to });
  }

  /** Takes up a game that was kept: the clocks stand until the players go on. */
  wake(seenAt: number): void {
    this.#take({ ok: true, value: foundAgain(this.state, seenAt, this.#now()) });
  }

  /** Sees to it that a flag falls in time. Runs again whenever the game changes; returns what calls it off. */
  watchFlag(): (() => void) | undefined {
    const at = flagAt(this.state);
    if (at === undefined) return undefined;
    const timer = setTimeout(() => this.send({ type: 'flag' }), Math.max(0, at - this.#now()) + GRACE_MS);
    return () => clearTimeout(timer);
  }

  #take(came: Answer): void {
    this.#notice = came.ok ? undefined : words.explain(came.error);
    if (!came.ok || came.value.length === 0) return;
    this.#told = tell(this.#told, came.value) ?? this.#told;
    this.#log = [...this.#log, ...came.value];
    this.#news = came.value;
  }
}
