import { type SearchedGame, searchedGame } from '@terrace/engine';
import type { GameId } from '@terrace/protocol';
import {
  formatPosition,
  type History,
  type Move,
  outcome,
  type Position,
  SIDES,
  type Side,
  withTurn,
} from '@terrace/rules';
import type { Arrow } from '#lib/board/board-state.ts';
import { arrow } from '#lib/board/moves.ts';
import { EngineClient } from '#lib/engine/engine-client.ts';
import type { Analysed } from '#lib/engine/engine-protocol.ts';

/** A position is thought about for so long, in ms; longer hardly changes anything, and drains batteries. */
const THINKING_MS = 180_000;
const THREAT_MS = 500;

/** Who steps through moves quickly starts no search at each of them, in ms. */
const SETTLE_MS = 150;

/** How often it is asked whether a rated game has begun meanwhile, in ms. */
const RECHECK_MS = 20_000;

/** Of several lines, the most that are looked for. */
export const MOST_LINES = 3;

type Options = {
  readonly lines: () => number;
  readonly threat: () => boolean;
  /** A rated game that the visitor plays; undefined where there is none, or no server to ask. */
  readonly ratedGame: () => Promise<GameId | undefined>;
};

/** What the engine finds of the position on a board, while it is switched on. */
export class EngineAnalysis {
  /** What was found of the position shown; the lines are of that position. */
  found = $state.raw<Analysed | undefined>();
  /** What the next side would play if it were its turn. */
  threat = $state.raw<Move | undefined>();
  thinking = $state(false);
  failed = $state(false);
  /** A rated game under way, for which the engine helps with nothing. */
  refusedFor = $state.raw<GameId | undefined>();
  readonly #client = new EngineClient();
  readonly #options: Options;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #recheck: ReturnType<typeof setInterval> | undefined;
  /** What the latest answer is to: the moment, how many lines, whether with the threat. */
  #asked: readonly unknown[] = [];
  #done = false;
  /** Aborted when the position changes or the engine is paused. */
  #search = new AbortController();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Thinks about a moment of a game, instead of any other; goes on with the same one where it was paused. */
  think(history: History): void {
    const asked = [history, this.#options.lines(), this.#options.threat()];
    const same = asked.every((each, n) => each === this.#asked[n]);
    if (same && (this.thinking || this.#done)) return;
    this.pause();
    if (!same) this.#forget();
    this.#asked = asked;
    this.failed = false;
    this.thinking = true;
    this.#search = new AbortController();
    const { signal } = this.#search;
    this.#timer = setTimeout(() => void this.#begin(history, signal), SETTLE_MS);
    this.#recheck = setInterval(() => void this.askForRatedGame(), RECHECK_MS);
  }

  /** Stops, and keeps what was found. */
  pause(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#recheck);
    this.#search.abort();
    this.thinking = false;
  }

  /** Stops, and shows nothing any more. */
  clear(): void {
    this.pause();
    this.#forget();
  }

  /** Asks whether a rated game of one's own is under way; while there is one, nothing is shown. */
  async askForRatedGame(): Promise<boolean> {
    this.refusedFor = await this.#options.ratedGame();
    if (this.refusedFor !== undefined) this.clear();
    return this.refusedFor === undefined;
  }

  close(): void {
    this.pause();
    this.#client.close();
  }

  #forget(): void {
    this.found = undefined;
    this.threat = undefined;
    this.#asked = [];
    this.#done = false;
  }

  async #begin(history: History, signal: AbortSignal): Promise<void> {
    try {
      if (!(await this.askForRatedGame()) || signal.aborted) return;
      await this.#analyse(history, signal);
    } catch {
      if (signal.aborted) return;
      this.pause();
      this.failed = true;
    }
  }

  async #analyse(history: History, signal: AbortSignal): Promise<void> {
    const passed = this.#options.threat() ? passedTurn(history.position) : undefined;
    if (passed !== undefined) {
      const showThreat = ({ thought }: Analysed) => {
        this.threat = thought.lines[0]?.moves[0];
      };
      const found = await this.#client.analyse(passed, { timeMs: THREAT_MS }, showThreat, signal);
      if (found === undefined) return;
      showThreat(found);
    }
    const show = (analysed: Analysed) => {
      this.found = analysed;
    };
    const limits = { timeMs: THINKING_MS, lines: this.#options.lines() };
    const found = await this.#client.analyse(searchedGame(history), limits, show, signal);
    if (found === undefined) return;
    show(found);
    this.thinking = false;
    this.#done = true;
    clearInterval(this.#recheck);
  }
}

/** The position as it would be if the side to move could pass; undefined where the next one could take nothing from it. */
export function passedTurn(position: Position): SearchedGame | undefined {
  const passed = withTurn(position, nextSide(position));
  if (outcome(passed) !== undefined) return undefined;
  return { rules: position.rules, position: formatPosition(passed), earlier: [] };
}

/** The side whose turn comes next, clockwise (R11). */
export function nextSide({ turn, seats, out }: Position): Side {
  const order = SIDES.filter((side) => seats.includes(side) && !out.includes(side));
  return order[(order.indexOf(turn) + 1) % order.length] ?? turn;
}

/** The first moves of the lines found, and the threat, as arrows; the best one last, so that it lies above the others. */
export function arrowsOf(position: Position, found: Analysed | undefined, threat: Move | undefined): readonly Arrow[] {
  const first = (found?.thought.lines ?? []).flatMap(({ moves }) => moves.slice(0, 1));
  const own = first.map((move, n): Arrow => arrow(position, move, n === 0 ? 'best' : 'other')).toReversed();
  return threat === undefined ? own : [arrow(withTurn(position, nextSide(position)), threat, 'threat'), ...own];
}
