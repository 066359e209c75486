import { createEngine, type Engine, judgeLine, type Limits, type SearchedGame, type Thought } from '@terrace/engine';
import type { Analysed, FromWorker, Task, ToWorker } from './engine-messages.ts';

let searching: Engine | undefined;
let core: WebAssembly.Module | undefined;
/** A search holds its engine until it ends; lines it reports on the way are judged by another one. */
let judging: Engine | undefined;

const FIRST_SLICE_MS = 100;
const LONGEST_SLICE_MS = 2_000;

const reply = (said: FromWorker) => postMessage(said);

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ('module' in data) {
    core = data.module;
    searching = createEngine(core);
    return;
  }
  const { id, task } = data;
  run(searching, id, task).catch((fault: unknown) =>
    reply({ id, fault: fault instanceof Error ? fault.message : String(fault) }),
  );
};

async function run(engine: Engine | undefined, id: number, { game, limits }: Task): Promise<void> {
  if (engine === undefined) throw new Error('a task came before the core');
  const thought = await searchInSlices(engine, game, limits, (found) =>
    reply({ id, analysed: analysedOf(game, found), done: false }),
  );
  reply({ id, analysed: analysedOf(game, thought), done: true });
}

/**
 * Searches in slices of time that grow; each goes on with what the one before left in the transposition table. Between
 * two of them a worker that was told to end does so: one that is busy, browsers let go on for seconds.
 */
async function searchInSlices(
  engine: Engine,
  game: SearchedGame,
  { timeMs = Number.POSITIVE_INFINITY, ...limits }: Limits,
  onDepth: (thought: Thought) => void,
): Promise<Thought> {
  const began = performance.now();
  let before = 0; // nodes of the slices before
  let best: Thought = { lines: [], depth: 0, nodes: 0, timeMs: 0 };
  const whole = (thought: Thought): Thought => ({
    ...thought,
    nodes: before + thought.nodes,
    timeMs: performance.now() - began,
  });
  for (let slice = FIRST_SLICE_MS; ; slice = Math.min(2 * slice, LONGEST_SLICE_MS)) {
    const sliceMs = Math.min(slice, began + timeMs - performance.now());
    const thought = engine.search(game, { ...limits, timeMs: sliceMs }, (found) => {
      if (found.depth <= best.depth) return;
      best = whole(found);
      onDepth(best);
    });
    best = thought.depth >= best.depth ? whole(thought) : { ...best, nodes: before + thought.nodes };
    before += thought.nodes;
    const ended = thought.timeMs < 0.9 * sliceMs; // by itself: nothing more to find
    if (ended || performance.now() - began >= timeMs) return best;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const analysedOf = (game: SearchedGame, thought: Thought): Analysed => ({
  thought,
  judgements: thought.lines.map((line) => judgeLine({ worth }, game, line)),
});

/** Only lines of three and four sides ask for it. */
function worth(game: SearchedGame): ReturnType<Engine['worth']> {
  if (core === undefined) throw new Error('a task came before the core');
  judging ??= createEngine(core);
  return judging.worth(game);
}
