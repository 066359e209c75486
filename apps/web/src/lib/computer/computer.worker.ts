/** Searches moves away from the page's own thread. Only its end stops a search that has begun. */
import { createEngine, type Engine } from '@terrace/engine';
import type { Answer, FromComputer, ToComputer } from './computer-worker.ts';

let engine: Engine | undefined;

function answerTo({ core, question }: ToComputer): Answer {
  try {
    engine ??= createEngine(core);
    if (question.kind === 'choose') {
      const { game, strength, seed, timeMs } = question;
      return { kind: 'chosen', move: engine.choose(game, strength, { seed, timeMs }) ?? null };
    }
    const [best] = engine.search(question.game, { nodes: question.nodes }).lines;
    return { kind: 'judged', score: best?.score ?? 0 };
  } catch (error) {
    return { kind: 'failed', fault: error instanceof Error ? error.message : String(error) };
  }
}

self.onmessage = ({ data }: MessageEvent<ToComputer>) => {
  self.postMessage({ id: data.id, answer: answerTo(data) } satisfies FromComputer);
};
