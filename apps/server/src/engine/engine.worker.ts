/** A worker thread with an engine. It answers messages one after another. */
import { parentPort, workerData } from 'node:worker_threads';
import { createEngine, judgeLine } from '@terrace/engine';
import { lowerThreadPriority } from '../runtime/thread-priority.ts';
import type { EngineAnswer, EngineJob, EngineTask, EngineThreadData } from './task.ts';

const { module, niceness } = workerData as EngineThreadData;

const engine = createEngine(module);
lowerThreadPriority(niceness); // after the start, because callers wait for it

function lineOf(task: EngineTask, timeMs: number): EngineAnswer['line'] {
  const thought =
    task.kind === 'choose'
      ? engine.think(task.game, task.strength, { seed: task.seed, timeMs })
      : engine.search(task.game, { nodes: task.nodes, timeMs });
  return thought.lines[0] ?? null;
}

parentPort?.on('message', ({ task, timeMs }: EngineJob) => {
  const line = lineOf(task, timeMs);
  const judged = task.kind === 'judge' && line !== null;
  const answer: EngineAnswer = { line, ...(judged && { judgement: judgeLine(engine, task.game, line) }) };
  parentPort?.postMessage(answer);
});
