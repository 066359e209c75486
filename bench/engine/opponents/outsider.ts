import { readFileSync } from 'node:fs';
import type { Limits } from '@terrace/engine';
import { type History, legalMoves, type Move, momentsOf, pieces } from '@terrace/rules';
import { compileWhenStale } from '../../../tools/core.ts';
import { processorMs } from '../core.ts';
import type { Player } from '../play.ts';

/** Exports of `outsider/assembly/index.ts`. */
type Outsider = {
  setStyle(style: number): void;
  reset(size: number): void;
  clearTable(): void;
  put(square: number, side: number, kind: number): void;
  setTurn(side: number, quiet: number): void;
  play(from: number, to: number): void;
  think(depth: number, nodes: number): number;
  move(): number;
  /** Of the last search. */
  nodes(): number;
  /** Sequences of legal moves of this length. */
  perft(depth: number): number;
};

const exported = ['setStyle', 'reset', 'clearTable', 'put', 'setTurn', 'play', 'think', 'move', 'perft'] as const;

const isOutsider = (exports: object): exports is Outsider => exported.every((name) => name in exports);

const wasm = new URL('outsider/generated/outsider.wasm', import.meta.url);

export const compileOutsider = (): Promise<void> =>
  compileWhenStale('bench/engine/opponents/outsider', [], 'outsider.wasm');

/** The styles of `outsider/assembly/terms.ts`, in its order. */
export const STYLES = ['outsider', 'hunter', 'racer', 'hoarder'] as const;
export type Style = (typeof STYLES)[number];

export const isStyle = (text: string): text is Style => STYLES.some((style) => style === text);

const T_KIND = 5;
const MAX_DEPTH = 60;

export function openOutsider(style: Style, isLate: () => boolean): Outsider {
  const host = { isLate: () => (isLate() ? 1 : 0) };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasm)), { host });
  if (!isOutsider(exports)) throw new TypeError(`${wasm.pathname} is not the outsider`);
  exports.setStyle(STYLES.indexOf(style));
  return exports;
}

/**
 * An engine that shares no code with `packages/engine`, for games of two by the standard rules. Its table is kept
 * within a game.
 *
 * @param limits nodes, or milliseconds of processor time, per move
 */
export function outsiderPlayer(name: string, style: Style, limits: Pick<Limits, 'nodes' | 'timeMs'>): Player {
  const { nodes = Number.POSITIVE_INFINITY, timeMs = Number.POSITIVE_INFINITY } = limits;
  let deadline = Number.POSITIVE_INFINITY;
  const outsider = openOutsider(style, () => processorMs() >= deadline);
  let start: History | undefined;

  return {
    name,
    choose(history) {
      const moments = momentsOf(history);
      if (moments[0] !== start) outsider.clearTable();
      start = moments[0];
      loadMoments(outsider, moments.slice(-1 - history.position.quiet));
      deadline = processorMs() + timeMs;
      outsider.think(MAX_DEPTH, nodes);
      const move = outsider.move();
      return toMove(history, move & 63, move >> 6);
    },
  };
}

function toMove({ position }: History, from: number, to: number): Move {
  const move = legalMoves(position).find((each) => each.from === from && each.to === to);
  if (!move) throw new Error(`the outsider plays an illegal move from ${from} to ${to}`);
  return move;
}

/** Loads moments of a game, oldest first; no move after the first moment may be a capture. */
export function loadMoments(outsider: Outsider, moments: readonly History[]): void {
  const first = moments[0]?.position;
  if (!first) return;
  outsider.reset(first.size);
  for (const { square, piece } of pieces(first))
    outsider.put(square, piece.side === 'south' ? 0 : 1, piece.t ? T_KIND : piece.size);
  outsider.setTurn(first.turn === 'south' ? 0 : 1, first.quiet);
  for (const { move } of moments.slice(1)) if (move) outsider.play(move.from, move.to);
}
