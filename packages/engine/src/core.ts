/** Exports of `assembly/index.ts`: squares as in `@terrace/rules`, sides as indexes of `SIDES`, sets as `sideSet`. */
export type Core = {
  readonly memory: WebAssembly.Memory;
  /** The address of the 32-bit words that some functions write. */
  output(): number;
  /** Starts a game of this size and these rules; clears the board and the history. */
  configure(size: number, rankCapture: number, notLarger: number, seats: number): void;
  clearBoard(): void;
  put(square: number, side: number, size: number, isT: number): void;
  /** Completes a position after its pieces are placed. */
  setTurn(turn: number, sidesIn: number, quiet: number, ply: number): void;
  remember(): void;
  forget(): void;
  /** Clears the transposition table, so that the next search depends only on the game. */
  clearTable(): void;
  /** Writes the legal moves as words, `from | to << 8`. @returns their number, 0 after the end of the game */
  generate(): number;
  /** 0 in a game that continues, else one of `GAME_OVER`. */
  over(): number;
  /** The winning side, or -1. */
  winner(): number;
  playMove(from: number, to: number): void;
  perft(depth: number): number;
  /** For a side in play, in hundredths of the smallest piece. */
  evaluate(side: number): number;
  /** Adds noise to the evaluation of later searches, up to `noise` hundredths, deterministic by position and seed. */
  setStrength(noise: number, seed: number): void;
  /** In later searches a draw is so many hundredths worse than a level position for the side to move at the root. */
  setContempt(points: number): void;
  /** Whether later searches in games of three and four seek the best move against each opponent alone. */
  playAgainstEach(on: number): void;
  /** The share of the time after which later searches for one line end if their best move is settled; 1 for never. */
  endEasySearches(share: number): void;
  /**
   * Writes depth, lines, nodes (64-bit float), and each line's score, length and moves. @returns the finished depth
   * @param deadline by the clock given to `instantiateCore`, or infinity
   */
  search(maxDepth: number, maxNodes: number, deadline: number, lines: number): number;
};

export const GAME_OVER = { arrival: 1, lastIn: 2, draw: 3 } as const;

const parameters = {
  output: 0,
  configure: 4,
  clearBoard: 0,
  put: 4,
  setTurn: 4,
  remember: 0,
  forget: 0,
  clearTable: 0,
  generate: 0,
  over: 0,
  winner: 0,
  playMove: 2,
  perft: 1,
  evaluate: 1,
  setStrength: 2,
  setContempt: 1,
  playAgainstEach: 1,
  endEasySearches: 1,
  search: 4,
} as const satisfies Record<Exclude<keyof Core, 'memory'>, number>;

export type CoreHost = {
  now(): number;
  /** Called after each finished depth, with the lines written as by `search`. */
  report(depth: number): void;
};

/** @throws TypeError if the module is not the engine's core */
export function instantiateCore(module: WebAssembly.Module, host: CoreHost): Core {
  const { exports } = new WebAssembly.Instance(module, { host });
  if (!isCore(exports)) throw new TypeError("the module is not the engine's core, or one of another version");
  return exports;
}

/** Whether a module exports everything that a core does. */
export const isCore = (exports: Readonly<Record<string, unknown>>): exports is Core =>
  exports.memory instanceof WebAssembly.Memory &&
  Object.entries(parameters).every(([name, count]) => {
    const value = exports[name];
    return typeof value === 'function' && value.length === count;
  });

/** Equals the constant in `assembly/layout.ts`. */
const OUTPUT_WORDS = 4096;

/** The core's output; read it before the next call, because growing memory replaces the buffer. */
export const outputWords = (core: Core): Int32Array => new Int32Array(core.memory.buffer, core.output(), OUTPUT_WORDS);
