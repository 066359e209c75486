import { fold } from '@terrace/game';
import type { GameId } from '@terrace/protocol';
import { type GameStore, isDatabaseFault, type Summary } from '../game-service/games.ports.ts';
import { summarize } from '../game-service/summary.ts';

export type SummaryStore = {
  /** Null starts from the first. */
  idsAfter(id: GameId | null, limit: number): Promise<readonly GameId[]>;
  /** Finished games whose rows predate the result columns. */
  endedWithoutResult(limit: number): Promise<readonly GameId[]>;
  /** Finished games whose rows predate the final position column. */
  endedWithoutPosition(limit: number): Promise<readonly GameId[]>;
  /** Closed tables whose rows predate the reason column. */
  closedWithoutReason(limit: number): Promise<readonly GameId[]>;
  /** Skips a row that a newer append has already written. */
  rewrite(summary: Summary): Promise<void>;
};

type Games = Pick<GameStore, 'readLog'>;

const BATCH_SIZE = 100;

/** A run ends after the batch in which this many rows have failed: each run reads them again, on a server of play. */
const MAX_FAILED = 20;

/** Idempotent. @returns the number of games */
export async function rebuildSummaries(rows: SummaryStore, games: Games): Promise<number> {
  let done = 0;
  let ids = await rows.idsAfter(null, BATCH_SIZE);
  for (let last = ids.at(-1); last !== undefined; last = ids.at(-1)) {
    for (const id of ids) await rebuild(id, rows, games);
    done += ids.length;
    ids = await rows.idsAfter(last, BATCH_SIZE);
  }
  return done;
}

/** Without such rows, this is one index lookup. Stops when `stopping` aborts. */
export const fillMissingResults = (rows: SummaryStore, games: Games, stopping?: AbortSignal): Promise<void> =>
  fill(rows.endedWithoutResult, rows, games, stopping);

/** Stops when `stopping` aborts. */
export const fillFinalPositions = (rows: SummaryStore, games: Games, stopping?: AbortSignal): Promise<void> =>
  fill(rows.endedWithoutPosition, rows, games, stopping);

/** Finds games that were called off under an earlier version. Stops when `stopping` aborts. */
export const fillCloseReasons = (rows: SummaryStore, games: Games, stopping?: AbortSignal): Promise<void> =>
  fill(rows.closedWithoutReason, rows, games, stopping);

/** Continues after rows that cannot be completed, and throws at the end to name them. */
async function fill(
  lacking: (limit: number) => Promise<readonly GameId[]>,
  rows: SummaryStore,
  games: Games,
  stopping?: AbortSignal,
): Promise<void> {
  const failed = new Map<GameId, unknown>();
  const next = async () => (await lacking(BATCH_SIZE + failed.size)).filter((id) => !failed.has(id));
  let ids = await next();
  while (ids.length > 0 && failed.size < MAX_FAILED) {
    for (const id of ids) {
      if (stopping?.aborted) return;
      await rebuild(id, rows, games).catch((error: unknown) => {
        if (isDatabaseFault(error)) throw error;
        failed.set(id, error);
      });
    }
    const left = await next();
    for (const id of left) if (ids.includes(id)) failed.set(id, new Error('it is still incomplete'));
    ids = left.filter((id) => !failed.has(id));
  }
  if (failed.size > 0)
    throw new AggregateError(failed.values(), `the rows of games ${[...failed.keys()].join(', ')} cannot be completed`);
}

async function rebuild(id: GameId, rows: SummaryStore, games: Games): Promise<void> {
  const state = fold(null, await games.readLog(id, 0));
  if (state !== null) await rows.rewrite(summarize(id, state));
}
