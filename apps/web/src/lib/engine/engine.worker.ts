import { createEngine, type Engine, judgeLine, type Limits, type SearchedGame, type Thought } from '@terrace/engine';
import type { Analysed, EngineReply, EngineRequest, FromEngine, ToEngine } from './engine-protocol.ts';

let searching: Engine | undefined;
/** Judges the lines reported during a search, since the search occupies its own engine. */
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
  /** Used only for lines of three and four sides. */
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

/** Browsers let a busy worker run for seconds after `terminate()`; between two slices it ends at once. */
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
    const ended = thought.timeMs < 0.9 * sliceMs; // the search completed before its limit
    if (ended || performance.now() - began >= timeMs) return best;
    await new Promise((resolve) => setTimeout(resolve));
  }
}
