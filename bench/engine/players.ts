import { readFileSync } from 'node:fs';
import { createEngine, type Engine, type Limits, searchedGame } from '@terrace/engine';
import type { History, Move } from '@terrace/rules';
import { Board } from './board.ts';
import { followerOf, loadWeights, openCore } from './core.ts';
import { minimaxMove } from './opponents/minimax.ts';
import { isStyle, outsiderPlayer } from './opponents/outsider.ts';
import { uctMove } from './opponents/uct.ts';
import type { Player } from './play.ts';

export const PLAYERS_HELP = `A player is one of
  engine:nodes=20000     the engine at full strength; also depth=, ms=; core=FILE plays another core, weights=FILE
                         other weights of the evaluation, without=BITS leaves techniques out,
                         contempt=POINTS values draws for itself so much worse than level positions,
                         easy=SHARE ends a search after that share of its time if the best move is settled,
                         each=1 plays games of three and four against each opponent alone
  strength:3             the computer of a strength, 1 to 8; with ms= at that time a move
  outsider:nodes=20000   an engine without common code, for games of two; also ms=, and hunter, racer and hoarder,
                         which value the other T, their own T's way and pieces more
  minimax:3              plain minimax over material to that depth
  uct:times=10           UCT with so many times the others' processor time a move; also ms=, playouts=`;

const engines = new Map<string, Engine>();
const coreUrl = new URL(import.meta.resolve('@terrace/engine/core.wasm'));

/** The engine of a compiled core; one instance per thread. */
export function engineOf(core: string | URL = coreUrl): Engine {
  const known = engines.get(String(core));
  if (known) return known;
  const engine = createEngine(new WebAssembly.Module(readFileSync(core)));
  engines.set(String(core), engine);
  return engine;
}

export function playerOf(text: string): Player {
  const [kind = '', rest = ''] = text.split(':', 2);
  const options = new Map(rest.split(',').map((part) => [part.split('=')[0] ?? '', part.split('=')[1] ?? '']));
  const number = (name: string): number | undefined => (options.has(name) ? Number(options.get(name)) : undefined);
  const first = Number(rest.split(',')[0]);
  if (isStyle(kind)) return outsiderPlayer(text, kind, limitsOf(number('nodes'), undefined, number('ms')));
  switch (kind) {
    case 'engine':
      return enginePlayer(text, limitsOf(number('nodes'), number('depth'), number('ms')), options);
    case 'strength':
      return strengthPlayer(text, first, number('ms'));
    case 'minimax':
      return {
        name: text,
        choose: (history, { seed }) => onBoard(history, (board) => minimaxMove(board, first, seed)),
      };
    case 'uct':
      return {
        name: text,
        choose: (history, { seed, theirMs }) => {
          const times = number('times');
          const ms = times === undefined ? number('ms') : Math.max(1, times * theirMs);
          const playouts = number('playouts');
          const limits = { ...(ms !== undefined && { ms }), ...(playouts !== undefined && { playouts }) };
          return onBoard(history, (board) => uctMove(board, limits, seed).move);
        },
      };
    default:
      throw new Error(`no player ${text}. ${PLAYERS_HELP}`);
  }
}

const limitsOf = (nodes?: number, depth?: number, timeMs?: number): Limits => ({
  ...(nodes !== undefined && { nodes }),
  ...(depth !== undefined && { depth }),
  ...(timeMs !== undefined && { timeMs }),
});

function enginePlayer(name: string, limits: Limits, options: ReadonlyMap<string, string>): Player {
  const core = openCore(options.get('core'));
  const weights = options.get('weights');
  if (weights) loadWeights(core, weights);
  core.setTechniques(~Number(options.get('without') ?? 0));
  core.setContempt(Number(options.get('contempt') ?? 0));
  core.playAgainstEach(Number(options.get('each') ?? 0));
  core.endEasySearches(Number(options.get('easy') ?? 1));
  const search = followerOf(core);
  return { name, choose: (history) => search(history, limits).move };
}

function strengthPlayer(name: string, strength: number, timeMs: number | undefined): Player {
  const engine = engineOf();
  return {
    name,
    choose: (history, { seed }) => {
      const move = engine.choose(searchedGame(history), strength, { seed, ...(timeMs !== undefined && { timeMs }) });
      if (!move) throw new Error(`${name} found no move`);
      return move;
    },
  };
}

function onBoard(history: History, encoded: (board: Board) => number): Move {
  const board = new Board(history.position);
  return board.toMove(encoded(board));
}
