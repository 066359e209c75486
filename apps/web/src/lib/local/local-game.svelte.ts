import {
  type FoldedLog,
  flagAt,
  foldLog,
  type GameState,
  type MadeMove,
  remainingMs,
  type Timeline,
} from '@terrace/game';
import { explain } from '@terrace/messages';
import {
  type Command,
  GameId,
  type LoggedEvent,
  type Presence,
  type RatingChange,
  type Strength,
} from '@terrace/protocol';
import type { History, Side } from '@terrace/rules';
import type { GameModel } from '#lib/game/game.svelte.ts';
import { afterFrame } from '#lib/ui/after-frame.ts';
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
/** What came last, and the game with it. */
type Step = { readonly folded: FoldedLog; readonly events: readonly LoggedEvent[] };
/** Timers may be early by a little; a flag must not be. */
const GRACE_MS = 20;

/** A game at one screen: its log grows here, by the same law as on the server, and nobody else has a say in it. */
export class LocalGame implements GameModel {
  readonly id = GameId.parse('atonescreen0');
  readonly presence = NOBODY;
  readonly changes: readonly RatingChange[] = [];
  readonly pending = false;
  /** Nothing is held back here, where every move can be undone. */
  readonly held = false;
  #log = $state.raw<readonly LoggedEvent[]>([]);
  /** The move that only the board shows yet. */
  #leading = $state.raw<Step | undefined>();
  #cancelCatchUp = (): void => {};
  #folded: FoldedLog;
  #newEvents = $state.raw<readonly LoggedEvent[]>([]);
  #notice = $state.raw<string | undefined>();
  readonly #now: () => number;
  readonly #undone = $derived.by(() => undoneMoves(this.#log));

  /** @param now milliseconds since 1970 */
  constructor(log: readonly LoggedEvent[], now: () => number) {
    const state = foldLog(null, log);
    if (state === null) throw new Error('a game at one screen has an empty log');
    this.#folded = $state.raw(state);
    this.#log = log;
    this.#now = now;
  }

  get log(): readonly LoggedEvent[] {
    return this.#log;
  }

  get state(): GameState {
    return this.#folded.state;
  }

  get timeline(): Timeline {
    return this.#folded.timeline;
  }

  get history(): History {
    return this.#folded.state.history;
  }

  get newest(): History {
    return this.#leading?.folded.state.history ?? this.history;
  }

  get made(): readonly MadeMove[] {
    return this.#folded.timeline.moves;
  }

  get newEvents(): readonly LoggedEvent[] {
    return this.#newEvents;
  }

  get notice(): string | undefined {
    return this.#notice;
  }

  /** How many people still play. */
  get people(): number {
    return peopleIn(this.state).length;
  }

  get hasComputers(): boolean {
    return this.state.seats.some(({ side }) => computerAt(this.state, side) !== undefined);
  }

  /** The side whose person speaks for themselves now; undefined while several wait for a computer. */
  get speaker(): Side | undefined {
    return speaker(this.state);
  }

  /** The strength of the computer that is to move; undefined while nobody waits for one. */
  get thinking(): Strength | undefined {
    const { state } = this;
    return state.status === 'live' && state.pausedUntil === null
      ? computerAt(state, state.history.position.turn)
      : undefined;
  }

  get mayUndo(): boolean {
    return takeBack(this.state, 0).ok;
  }

  get mayRedo(): boolean {
    return this.state.status === 'live' && this.state.pausedUntil === null && this.#undone.length > 0;
  }

  remaining(side: Side, now: number): number | null {
    return remainingMs(this.state, side, now);
  }

  send(command: Command): void {
    this.catchUp();
    this.#take(applyCommand(this.state, command, this.#now()));
  }

  /** Makes a move on the board. The rest of the page follows when that is painted. */
  play(move: Command): void {
    this.catchUp();
    const came = applyCommand(this.state, move, this.#now());
    this.#leading = this.#step(came);
    if (this.#leading === undefined) this.#take(came);
    else this.#cancelCatchUp = afterFrame(() => this.catchUp());
  }

  catchUp(): void {
    this.#cancelCatchUp();
    if (this.#leading !== undefined) this.#show(this.#leading);
    this.#leading = undefined;
  }

  withdraw(): void {}

  /** Says something until the next command. */
  say(notice: string): void {
    this.#notice = notice;
  }

  undo(): void {
    this.#take(takeBack(this.state, this.#now()));
  }

  /** Makes the next move again, and what computers answered. */
  redo(): void {
    do {
      const [next] = this.#undone;
      if (next === undefined) return;
      this.send({ type: 'move', ply: next.ply, from: next.from, to: next.to });
    } while (peopleIn(this.state).length > 0 && this.thinking !== undefined);
  }

  /** Takes up a game that was stored: the clocks stand until the players go on. */
  resume(seenAt: number): void {
    this.#take({ ok: true, value: resumeEvents(this.state, seenAt, this.#now()) });
  }

  /** Sees to it that a flag falls in time. Runs again whenever the game changes; returns what calls it off. */
  watchFlag(): (() => void) | undefined {
    const at = flagAt(this.state);
    if (at === undefined) return undefined;
    const timer = setTimeout(() => this.send({ type: 'flag' }), Math.max(0, at - this.#now()) + GRACE_MS);
    return () => clearTimeout(timer);
  }

  #take(came: TableResult): void {
    this.#notice = came.ok ? undefined : explain(came.error);
    const step = this.#step(came);
    if (step !== undefined) this.#show(step);
  }

  /** Writes down what came, at once: a page that is left before its next frame has kept it. */
  #step(came: TableResult): Step | undefined {
    if (!came.ok || came.value.length === 0) return undefined;
    this.#log = [...this.#log, ...came.value];
    return { folded: foldLog(this.#folded, came.value) ?? this.#folded, events: came.value };
  }

  #show({ folded, events }: Step): void {
    this.#notice = undefined;
    this.#folded = folded;
    this.#newEvents = events;
  }
}
