/**
 * The core's functions: the exports of `assembly/index.ts`. Squares are those of `@terrace/rules`, sides are places in
 * `SIDES`, sets of sides have bit i for `SIDES[i]`.
 */
export type Core = {
  readonly memory: WebAssembly.Memory;
  /** Where answers longer than a number are written: an address of 32-bit words. */
  output(): number;
  /** Begins a game of some size and rules; clears the board and the positions remembered. */
  configure(size: number, rankCapture: number, notLarger: number, seats: number): void;
  clearBoard(): void;
  put(square: number, side: number, size: number, isT: number): void;
  /** Finishes a position whose pieces have been put. */
  setTurn(turn: number, sidesIn: number, quiet: number, ply: number): void;
  /** Adds the position to those that count as repeated when they come again. */
  remember(): void;
  forget(): void;
  /** Forgets what earlier searches found, so that the next one depends on the game alone. */
  clearTable(): void;
  /** Writes the legal moves as words, `from | to << 8`. @returns how many, 0 once the game is over */
  generate(): number;
  /** 0 while the game goes on, else one of `GAME_OVER`. */
  over(): number;
  /** Who has won, or -1. */
  winner(): number;
  playMove(from: number, to: number): void;
  perft(depth: number): number;
  /** For a side still in, in hundredths of the smallest piece. */
  evaluate(side: number): number;
  /** Errors of the evaluation for the searches to come, up to `noise` hundredths, the same for a position and a seed. */
  setStrength(noise: number, seed: number): void;
  /**
   * @param deadline by the clock given to `instantiateCore`, or infinity
   * @returns the depth finished; the words are then the depth, the number of lines, the nodes as a 64-bit float, and
   *   each line's score, length and moves
   */
  search(maxDepth: number, maxNodes: number, deadline: number, lines: number): number;
};

/** What `over` answers once the game is over. */
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
  search: 4,
} as const satisfies Record<Exclude<keyof Core, 'memory'>, number>;

/** What the core asks of its host while it searches. */
export type CoreHost = {
  /** A clock in milliseconds that never goes back. */
  now(): number;
  /** Called after each finished depth, with the lines so far written as `search` writes them. */
  report(depth: number): void;
};

/** @throws when the module is not the engine's core */
export function instantiateCore(module: WebAssembly.Module, host: CoreHost): Core {
  const { exports } = new WebAssembly.Instance(module, { host });
  if (!isCore(exports)) throw new TypeError("the module is not the engine's core, or one of another version");
  return exports;
}

const isCore = (exports: Readonly<Record<string, unknown>>): exports is Core =>
  exports.memory instanceof WebAssembly.Memory &&
  Object.entries(parameters).every(([name, count]) => {
    const value = exports[name];
    return typeof value === 'function' && value.length === count;
  });

/** As many as `assembly/layout.ts` has. */
const OUTPUT_WORDS = 4096;

/** What the core has written; read it before the next call, since memory that grew is another buffer. */
export const outputWords = (core: Core): Int32Array => new Int32Array(core.memory.buffer, core.output(), OUTPUT_WORDS);
