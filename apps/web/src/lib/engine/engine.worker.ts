import { createEngine, type Engine, judgeLine, type Limits, type SearchedGame, type Thought } from '@terrace/engine';
import type { Analysed, EngineReply, EngineRequest, FromEngine, ToEngine } from './engine-protocol.ts';

let searching: Engine | undefined;
/** A search holds its engine until it ends; lines it reports on the way are judged by another one. */
let judging: Engine | undefined;

const FIRST_SLICE_MS = 100;
const LONGEST_SLICE_MS = 2_000;

const send = (message: FromEngine) => postMessage(message);

self.onmessage = ({ data: { id, core, request } }: MessageEvent<ToEngine>) => {
  replyTo(core, request, (progress) => send({ id, progress })).then(
    (reply) => send({ id, reply }),
    (error: unknown) => send({ id, error: error instanceof Error ? error.message : String(error) }),
  );
};

async function replyTo(
  core: WebAssembly.Module,
  request: EngineRequest,
  onProgress: (analysed: Analysed) => void,
): Promise<EngineReply> {
  searching ??= createEngine(core);
  const { kind, game } = request;
  if (kind === 'choose') return { kind: 'chosen', move: searching.choose(game, request.strength, request) };
  if (kind === 'score') {
    const [best] = searching.search(game, { nodes: request.nodes }).lines;
    return { kind: 'scored', score: best?.score ?? 0 };
  }
  /** Only lines of three and four sides ask for it. */
  const worth = (position: SearchedGame) => {
    judging ??= createEngine(core);
    return judging.worth(position);
  };
  const analysedOf = (thought: Thought): Analysed => ({
    thought,
    judgements: thought.lines.map((line) => judgeLine({ worth }, game, line)),
  });
  const thought = await searchInSlices(searching, game, request.limits, (found) => onProgress(analysedOf(found)));
  return { kind: 'analysed', analysed: analysedOf(thought) };
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
