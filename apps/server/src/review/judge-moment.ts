import { judgeEnd, searchedGame } from '@terrace/engine';
import { MINUTE_MS } from '@terrace/protocol';
import type { EngineThreads } from '../engine/threads.ts';
import type { JudgeMoment } from './review-queue.ts';

/** A late due time, so that moves of computers come first. */
const WITHIN_MS = 10 * MINUTE_MS;

export const createJudge =
  (run: EngineThreads['run']): JudgeMoment =>
  async (moment, nodes, signal) => {
    const end = judgeEnd(moment);
    if (end !== undefined) return end;
    const task = { kind: 'judge', game: searchedGame(moment), nodes } as const;
    const { judgement } = await run({ task, withinMs: WITHIN_MS, signal });
    if (judgement === undefined) throw new Error('the engine found no move in an unfinished game');
    return judgement;
  };
