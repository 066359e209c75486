/** Searches moves away from the page's own thread. Only its end stops a search that has begun. */
import { createEngine, type Engine } from '@terrace/engine';
import type { Answer, FromComputer, ToComputer } from './computer-worker.ts';

let engine: Promise<Engine> | undefined;

async function load(core: string): Promise<Engine> {
  const file = await fetch(core);
  if (!file.ok) throw new Error(`the engine could not be fetched: ${file.status}`);
  return createEngine(await WebAssembly.compile(await file.arrayBuffer()));
}

async function answerTo({ core, question }: ToComputer): Promise<Answer> {
  try {
    engine ??= load(core);
    const found = await engine;
    if (question.kind === 'choose') {
      const { game, strength, seed, timeMs } = question;
      return { kind: 'chosen', move: found.choose(game, strength, { seed, timeMs }) ?? null };
    }
    const [best] = found.search(question.game, { nodes: question.nodes }).lines;
    return { kind: 'judged', score: best?.score ?? 0 };
  } catch (error) {
    return { kind: 'failed', fault: error instanceof Error ? error.message : String(error) };
  }
}

self.onmessage = async ({ data }: MessageEvent<ToComputer>) => {
  self.postMessage({ id: data.id, answer: await answerTo(data) } satisfies FromComputer);
};
