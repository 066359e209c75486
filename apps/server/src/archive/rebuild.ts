import { fold } from '@terrace/game';
import type { GameId } from '@terrace/protocol';
import type { GameStore, Summary } from '../game/store.ts';
import { summarize } from '../game/summary.ts';

/** What deriving summary rows anew needs of a database. */
export type SummaryStore = {
  /** Ids of games after `id`, in their order; null is before all. */
  idsAfter(id: GameId | null, most: number): Promise<readonly GameId[]>;
  /** Games that are over by a row from before rows told how. */
  endedWithoutResult(most: number): Promise<readonly GameId[]>;
  /** Writes the row, unless the game has gone on meanwhile: then it was just written. */
  rewrite(summary: Summary): Promise<void>;
};

type Games = Pick<GameStore, 'eventsAfter'>;

/** Games looked up at a time. */
const BATCH = 100;

/** Derives every game's summary row from its events. Running it again changes nothing. @returns how many games there are */
export async function rebuildSummaries(rows: SummaryStore, games: Games): Promise<number> {
  let done = 0;
  let ids = await rows.idsAfter(null, BATCH);
  for (let last = ids.at(-1); last !== undefined; last = ids.at(-1)) {
    for (const id of ids) await rebuild(id, rows, games);
    done += ids.length;
    ids = await rows.idsAfter(last, BATCH);
  }
  return done;
}

/** Fills the rows of games that ended before rows told how. With none left it is one look at an index. */
export async function fillMissingResults(rows: SummaryStore, games: Games): Promise<void> {
  let ids = await rows.endedWithoutResult(BATCH);
  while (ids.length > 0) {
    for (const id of ids) await rebuild(id, rows, games);
    const left = await rows.endedWithoutResult(BATCH);
    if (left.some((id) => ids.includes(id))) throw new Error(`game ${ids[0]} is over, but its events do not say how`);
    ids = left;
  }
}

async function rebuild(id: GameId, rows: SummaryStore, games: Games): Promise<void> {
  const state = fold(null, await games.eventsAfter(id, 0));
  if (state !== null) await rows.rewrite(summarize(id, state));
}
