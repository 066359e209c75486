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

/** Maximum search time per position; longer searches add little and drain batteries. */
const THINKING_MS = 180_000;
const THREAT_MS = 500;

/** Delay of a search, so that stepping quickly through moves starts none. */
const SETTLE_MS = 150;

const RECHECK_MS = 20_000;

export const MOST_LINES = 3;

type Options = {
  readonly lines: () => number;
  readonly threat: () => boolean;
  /** The visitor's current rated game; undefined without one, or without a server. */
  readonly ratedGame: () => Promise<GameId | undefined>;
};

export class EngineAnalysis {
  found = $state.raw<Analysed | undefined>();
  /** The next side's move if it were its turn. */
  threat = $state.raw<Move | undefined>();
  thinking = $state(false);
  failed = $state(false);
  refusedFor = $state.raw<GameId | undefined>();
  readonly #client = new EngineClient();
  readonly #options: Options;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #recheck: ReturnType<typeof setInterval> | undefined;
  /** Key of the latest request: position, number of lines, with or without threat. */
  #asked: readonly unknown[] = [];
  #done = false;
  #search = new AbortController();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Analyses a position in place of any other. After a pause, the results of the same position are kept. */
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
    this.#recheck = setInterval(() => void this.checkForRatedGame(), RECHECK_MS);
  }

  pause(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#recheck);
    this.#search.abort();
    this.thinking = false;
  }

  clear(): void {
    this.pause();
    this.#forget();
  }

  /** Checks whether the visitor plays a rated game; if so, hides all results. */
  async checkForRatedGame(): Promise<boolean> {
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
      if (!(await this.checkForRatedGame()) || signal.aborted) return;
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

/** The position after a pass; undefined if the game would then be over. */
export function passedTurn(position: Position): SearchedGame | undefined {
  const passed = withTurn(position, nextSide(position));
  if (outcome(passed) !== undefined) return undefined;
  return { rules: position.rules, position: formatPosition(passed), earlier: [] };
}

export function nextSide({ turn, seats, out }: Position): Side {
  const order = SIDES.filter((side) => seats.includes(side) && !out.includes(side));
  return order[(order.indexOf(turn) + 1) % order.length] ?? turn;
}

/** Arrows for the first moves of the lines and for the threat; the best one last, so that it is on top. */
export function arrowsOf(position: Position, found: Analysed | undefined, threat: Move | undefined): readonly Arrow[] {
  const first = (found?.thought.lines ?? []).flatMap(({ moves }) => moves.slice(0, 1));
  const own = first.map((move, n): Arrow => arrow(position, move, n === 0 ? 'best' : 'other')).toReversed();
  return threat === undefined ? own : [arrow(withTurn(position, nextSide(position)), threat, 'threat'), ...own];
}
