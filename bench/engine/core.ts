import { readFileSync } from 'node:fs';
import { type Limits, searchedGame } from '@terrace/engine';
import type { History, Move } from '@terrace/rules';
import { type Core, type CoreHost, isCore } from '../../packages/engine/src/core.ts';
import { loadGame } from '../../packages/engine/src/load-game.ts';
import { readSearch } from '../../packages/engine/src/read-answers.ts';

interface Measured {
  setTechniques(bits: number): void;
  featureCount(): number;
  /** Writes the count of each weight in a side's share of the evaluation. @returns the phase, up to 32 */
  features(side: number): number;
  /** @param set the kind of game @param phase 1 for a full board, 0 for few pieces */
  weight(set: number, index: number, phase: number): number;
  setWeight(set: number, index: number, phase: number, value: number): void;
}

export type MeasuredCore = Core & Measured;

const coreUrl = new URL(import.meta.resolve('@terrace/engine/core.wasm'));

export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Processor time of the thread, so that other load on the machine does not count. */
const ownTime: CoreHost = { now: processorMs, report: () => undefined };

/** What older cores lack; they play as if it were never called. */
const addedLater = {
  setContempt: (_points: number) => undefined,
  playAgainstEach: (_on: number) => undefined,
  endEasySearches: (_share: number) => undefined,
};

/** A separate core of this or an older version with a table of 32 MiB, and its exports for measurements. */
export function openCore(file: string | URL = coreUrl, host: CoreHost = ownTime): MeasuredCore {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), { host });
  const core = { ...addedLater, ...exports };
  if (!isCore(core) || !isMeasured(core)) throw new TypeError(`${file} is not a core with exports for measurements`);
  return core;
}

const isMeasured = (core: Core): core is MeasuredCore =>
  ['setTechniques', 'featureCount', 'features', 'weight', 'setWeight'].every((name) => name in core);

/** Loads weights written by `tune.ts`: by kind of game, both values of each weight. */
export function loadWeights(core: MeasuredCore, file: string): void {
  const sets: Readonly<Record<string, readonly number[]>> = JSON.parse(readFileSync(file, 'utf8'));
  for (const [set, values] of Object.entries(sets))
    for (const [i, value] of values.entries()) core.setWeight(Number(set), i >> 1, 1 - (i & 1), value);
}

export interface Found {
  readonly move: Move;
  readonly score: number;
  readonly depth: number;
  readonly nodes: number;
}

function movesFrom(earlier: History | undefined, history: History): readonly Move[] | undefined {
  const moves: Move[] = [];
  for (let at: History | undefined = history; at && moves.length < 12; at = at.parent) {
    if (at === earlier) return moves.reverse();
    if (!at.move) return undefined;
    moves.push(at.move);
  }
  return undefined;
}

/**
 * Follows games on a core. Continues a game with the moves played since the last search, because loading a game costs
 * more than a short search. The table is kept within a game. Time limits are processor time.
 */
export function followerOf(core: MeasuredCore): (history: History, limits: Limits) => Found {
  let last: History | undefined;

  function follow(history: History): void {
    const moves = movesFrom(last, history);
    // After a capture no earlier position can recur, and loading is as fast.
    if (moves && history.position.quiet >= moves.length) for (const { from, to } of moves) core.playMove(from, to);
    else loadGame(core, searchedGame(history));
    if (!moves) core.clearTable();
    last = history;
  }

  return (history, { depth = 100, nodes = Number.POSITIVE_INFINITY, timeMs }) => {
    follow(history);
    const deadline = timeMs === undefined ? Number.POSITIVE_INFINITY : processorMs() + timeMs;
    core.search(depth, nodes, deadline, 1);
    const found = readSearch(core, history.position.size);
    const line = found.lines[0];
    const move = line?.moves[0];
    if (!line || !move) throw new Error('the engine found no move');
    return { move, score: line.score, depth: found.depth, nodes: found.nodes };
  };
}
