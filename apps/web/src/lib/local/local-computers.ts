import { searchedGame } from '@terrace/engine';
import { remainingMs } from '@terrace/game';
import { squareName } from '@terrace/rules';
import type { EngineClient } from '#lib/engine/engine-client.ts';
import type { LocalGame } from './local-game.svelte.ts';

/** The longest search, in ms: a phone stays cool, and nobody waits long. */
const MAX_SEARCH_MS = 2000;
/** Under a clock a computer takes no more than this share of what it has left. */
const SHARE_OF_CLOCK = 1 / 30;
/** So soon a move is made at the earliest, in ms: a person sees the one before it. */
const PACE_MS = { least: 600, most: 1400 } as const;
/** A computer agrees to a draw while it is ahead by no more than this, in hundredths of the smallest piece. */
const DRAW_MARGIN = 30;

export type LocalComputersOptions = {
  readonly engine: Pick<EngineClient, 'choose' | 'score'>;
  /** 0 to below 1, as `Math.random`. */
  readonly random: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves after so many ms, or as soon as the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Plays the computers' seats of a game at one screen. */
export class LocalComputers {
  readonly #game: LocalGame;
  readonly #options: LocalComputersOptions;

  constructor(game: LocalGame, options: LocalComputersOptions) {
    this.#game = game;
    this.#options = options;
  }

  /**
   * Makes the move of the computer whose turn it is, if it is one's. Rejects when no engine can be loaded.
   *
   * @param signal aborted as soon as the game has moved on
   */
  async play(signal: AbortSignal): Promise<void> {
    const game = this.#game;
    const strength = game.thinking;
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

  /** Whether the computers agree to a draw that the person to move offers: they do unless they stand better. */
  async agree(signal: AbortSignal): Promise<boolean> {
    const score = await this.#options.engine.score(searchedGame(this.#game.rendered.history), signal);
    return score !== undefined && score >= -DRAW_MARGIN;
  }
}
