import { searchedGame } from '@terrace/engine';
import { remainingMs } from '@terrace/game';
import { squareName } from '@terrace/rules';
import type { EngineClient } from '#lib/engine/engine-client.ts';
import type { LocalGame } from './local-game.svelte.ts';

/** Longest search: short enough for phones and for waiting people. */
const MAX_SEARCH_MS = 2000;
/** With a clock, a computer uses at most this share of its remaining time. */
const SHARE_OF_CLOCK = 1 / 30;
/** Minimum time before a move, so that people see the previous one. */
const PACE_MS = { least: 600, most: 1400 } as const;
/** A computer accepts a draw when ahead by at most this, in hundredths of the smallest piece. */
const DRAW_MARGIN = 30;

export type LocalComputersOptions = {
  readonly engine: Pick<EngineClient, 'choose' | 'score'>;
  /** 0 to below 1, as `Math.random`. */
  readonly random: () => number;
  readonly now: () => number;
  /** Resolves after `ms`, or when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

export class LocalComputers {
  readonly #game: LocalGame;
  readonly #options: LocalComputersOptions;

  constructor(game: LocalGame, options: LocalComputersOptions) {
    this.#game = game;
    this.#options = options;
  }

  /** Rejects when the engine cannot be loaded. @param signal aborted when the game changes */
  async play(signal: AbortSignal): Promise<void> {
    const game = this.#game;
    const strength = game.computerToMove;
    if (strength === undefined) return;
    const { engine, random, now, wait } = this.#options;
    const began = now();
    const { position } = game.rendered.history;
    const pace = PACE_MS.least + random() * (PACE_MS.most - PACE_MS.least);
    const left = remainingMs(game.rendered.state, position.turn, began);
    const timeMs = left === null ? MAX_SEARCH_MS : Math.max(1, Math.min(MAX_SEARCH_MS, left * SHARE_OF_CLOCK));
    const seed = Math.floor(random() * 2 ** 31);
    const move = await engine.choose(searchedGame(game.rendered.history), strength, { seed, timeMs }, signal);
    if (move === undefined) return;
    await wait(Math.min(pace, left === null ? pace : left * SHARE_OF_CLOCK) - (now() - began), signal);
    if (signal.aborted) return;
    const [from, to] = [squareName(position.size, move.from), squareName(position.size, move.to)];
    game.send({ type: 'move', ply: position.ply, from, to });
  }

  async acceptDraw(signal: AbortSignal): Promise<boolean> {
    const score = await this.#options.engine.score(searchedGame(this.#game.rendered.history), signal);
    return score !== undefined && score >= -DRAW_MARGIN;
  }
}
