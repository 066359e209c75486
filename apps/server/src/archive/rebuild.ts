import { fold } from '@terrace/game';
import type { GameId } from '@terrace/protocol';
import type { GameStore, Summary } from '../game-service/games.ports.ts';
import { summarize } from '../game-service/summary.ts';

export type SummaryStore = {
  /** Ids of games after `id`, in the order of ids; null begins with the first. */
  idsAfter(id: GameId | null, limit: number): Promise<readonly GameId[]>;
  /** Games that are over, whose rows were written before rows had columns for the result. */
  endedWithoutResult(limit: number): Promise<readonly GameId[]>;
  /** Games that are over, whose rows were written before rows had a column for the final position. */
  endedWithoutPosition(limit: number): Promise<readonly GameId[]>;
  /** Writes the row, unless newer events were appended meanwhile, which has written it already. */
  rewrite(summary: Summary): Promise<void>;
};

type Games = Pick<GameStore, 'readLog'>;

const BATCH_SIZE = 100;

/** Derives every game's summary row from its events again; a second run changes nothing. @returns the number of games */
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

/** Rewrites the rows of ended games that lack a result. When none are left, this is one index lookup. */
export const fillMissingResults = (rows: SummaryStore, games: Games): Promise<void> =>
  fill(rows.endedWithoutResult, rows, games);

/** Rewrites the rows of ended games that lack their final position, until it is told to stop. */
export const fillFinalPositions = (rows: SummaryStore, games: Games, stopping?: AbortSignal): Promise<void> =>
  fill(rows.endedWithoutPosition, rows, games, stopping);

async function fill(
  lacking: (limit: number) => Promise<readonly GameId[]>,
  rows: SummaryStore,
  games: Games,
  stopping?: AbortSignal,
): Promise<void> {
  let ids = await lacking(BATCH_SIZE);
  while (ids.length > 0) {
    for (const id of ids) {
      if (stopping?.aborted) return;
      await rebuild(id, rows, games);
    }
    const left = await lacking(BATCH_SIZE);
    const same = left.find((id) => ids.includes(id));
    if (same !== undefined) throw new Error(`game ${same} is over, but its events do not say how`);
    ids = left;
  }
}

async function rebuild(id: GameId, rows: SummaryStore, games: Games): Promise<void> {
  const state = fold(null, await games.readLog(id, 0));
  if (state !== null) await rows.rewrite(summarize(id, state));
}
