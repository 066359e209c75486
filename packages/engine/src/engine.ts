import { type Move, outcome, type Position, type Side, sideIndex, sidesIn } from '@terrace/rules';
import { AS_COMPUTER, chooseLine, type Misjudgement, NO_MISJUDGEMENT } from './choose.ts';
import { instantiateCore } from './core.ts';
import { loadGame } from './load-game.ts';
import { readSearch } from './read-answers.ts';
import type { SearchedGame } from './searched-game.ts';
import { FULL_STRENGTH, strengthOf } from './strength.ts';
import type { Limits, Thought } from './thought.ts';

/** The same seed gives the same choice in the same game, unless a time limit applies. */
type ChoiceOptions = { readonly seed: number; readonly timeMs?: number };

/** An engine with its own transposition table. Calls are synchronous. */
export type Engine = {
  /** The best lines at full strength. @param onDepth called after each finished depth */
  search(game: SearchedGame, limits: Limits, onDepth?: (thought: Thought) => void): Thought;
  /** @param strength 1 to 8 @returns lines, the computer's move first; none after the end of the game */
  think(game: SearchedGame, strength: number, options: ChoiceOptions): Thought;
  /** The move of a computer of strength 1 to 8; undefined after the end of the game. */
  choose(game: SearchedGame, strength: number, options: ChoiceOptions): Move | undefined;
  /** The evaluation for the side to move, without a search. */
  evaluate(game: SearchedGame): number;
  /** The evaluation of every side in play, each against all others. */
  worth(game: SearchedGame): ReadonlyMap<Side, number>;
  perft(game: SearchedGame, depth: number): number;
};

const MAX_DEPTH = 100;

/** A computer of full strength answers after this share of its time when its best move is settled. */
const EASY_SHARE = 0.4;

const isSame = (one: Misjudgement, other: Misjudgement): boolean =>
  one.noise === other.noise &&
  one.seed === other.seed &&
  one.contempt === other.contempt &&
  one.againstEach === other.againstEach;

/** @param module the compiled `@terrace/engine/core.wasm` */
export function createEngine(module: WebAssembly.Module): Engine {
  let onReport: () => void = () => undefined;
  const core = instantiateCore(module, { now: () => performance.now(), report: () => onReport() });
  let remembered: Misjudgement = NO_MISJUDGEMENT; // of the entries in the transposition table

  function run(
    { size }: Position,
    { depth = MAX_DEPTH, nodes = Number.POSITIVE_INFINITY, timeMs, easyShare = 1, lines = 1 }: Limits,
    misjudgement: Misjudgement,
    onDepth?: (thought: Thought) => void,
  ): Thought {
    const began = performance.now();
    const read = (): Thought => ({ ...readSearch(core, size), timeMs: performance.now() - began });
    // Entries of another search would influence the answer.
    if (timeMs === undefined || !isSame(misjudgement, remembered)) core.clearTable();
    remembered = misjudgement;
    misjudge(misjudgement);
    onReport = onDepth ? () => onDepth(read()) : () => undefined;
    const deadline = timeMs === undefined ? Number.POSITIVE_INFINITY : began + timeMs;
    core.endEasySearches(easyShare);
    core.search(Math.min(depth, MAX_DEPTH), nodes, deadline, lines);
    return read();
  }

  function misjudge({ noise, seed, contempt, againstEach }: Misjudgement): void {
    core.setStrength(noise, seed);
    core.setContempt(contempt);
    core.playAgainstEach(againstEach ? 1 : 0);
  }

  /** Both are needed: the core does not know of an earlier win, nor the position of a repetition. */
  const isOver = (position: Position): boolean => outcome(position) !== undefined || core.over() !== 0;
  const nothing: Thought = { lines: [], depth: 0, nodes: 0, timeMs: 0 };

  const engine: Engine = {
    search(game, limits, onDepth) {
      const position = loadGame(core, game);
      return isOver(position) ? nothing : run(position, limits, NO_MISJUDGEMENT, onDepth);
    },
    think(game, number, { seed, timeMs }) {
      const strength = strengthOf(number);
      const position = loadGame(core, game);
      if (isOver(position)) return nothing;
      if (number === FULL_STRENGTH && timeMs !== undefined) {
        return run(position, { timeMs, easyShare: EASY_SHARE }, AS_COMPUTER);
      }
      const end = timeMs === undefined ? undefined : performance.now() + timeMs;
      return chooseLine(position, strength, seed, (limits, misjudgement) => {
        const left = end === undefined ? {} : { timeMs: Math.max(end - performance.now(), 1) };
        return run(position, { ...limits, ...left }, misjudgement);
      });
    },
    choose: (game, strength, options) => engine.think(game, strength, options).lines[0]?.moves[0],
    evaluate(game) {
      const { turn } = loadGame(core, game);
      misjudge(NO_MISJUDGEMENT);
      return core.evaluate(sideIndex[turn]);
    },
    worth(game) {
      const position = loadGame(core, game);
      misjudge(NO_MISJUDGEMENT);
      return new Map(sidesIn(position).map((side) => [side, core.evaluate(sideIndex[side])]));
    },
    perft(game, depth) {
      const position = loadGame(core, game);
      return depth > 0 && outcome(position) ? 0 : core.perft(depth);
    },
  };
  return engine;
}
