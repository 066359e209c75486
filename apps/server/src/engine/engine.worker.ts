/** The engine in a thread of its own: one answer for each message, one after another. */
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createEngine, judgeLine } from '@terrace/engine';
import type { EngineAnswer, EngineJob, EngineTask, EngineThreadData } from './task.ts';

const { module, niceness } = workerData as EngineThreadData;

/** The lowest priority there is. */
const LOWEST = 19;

/**
 * Linux has a priority for each thread, and names the thread that asks in /proc; a search that would hold up the moves of
 * people waits for them. Where there is no such thing, the number of threads alone has to do.
 */
function stepBack(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (Number.isInteger(thread)) setPriority(thread, Math.min(LOWEST, getPriority() + niceness));
  } catch {
    // Another system, or one that does not allow it.
  }
}

const engine = createEngine(module);
stepBack(); // once it is ready, since reading its modules is waited for

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
