import { fold } from '@terrace/game';
import { type GameId, type RatedGame, type RatingKind, rateableAs } from '@terrace/protocol';
import { DatabaseUnavailable, type GameStore } from '../game/store.ts';
import { changesBySide } from './changes.ts';
import { rate } from './rate.ts';
import { ratedResult } from './rated-result.ts';
import type { EndedGame, RatingStore } from './store.ts';

/** Games looked up at a time. */
const BATCH = 100;

type Needs = {
  readonly store: RatingStore;
  readonly games: Pick<GameStore, 'eventsAfter'>;
  readonly report: (fault: unknown) => void;
  /** Hears of every game that has changed ratings here. */
  readonly onRated: (rated: RatedGame) => void;
};

/**
 * Rates what has ended since `since` (ms since 1970) and is not settled yet, oldest end first. A game that cannot be
 * settled through a fault of ours is reported and left for the next time; it stops no other.
 *
 * @returns how many games it settled
 * @throws DatabaseUnavailable
 */
export async function rateEndedSince(since: number, needs: Needs): Promise<number> {
  let settled = 0;
  let batch = await needs.store.unratedGames(since, null, BATCH);
  for (let last = batch.at(-1); last !== undefined; last = batch.at(-1)) {
    for (const ended of batch) if (await settledOne(ended, needs)) settled += 1;
    batch = await needs.store.unratedGames(since, last, BATCH);
  }
  return settled;
}

/** Forgets all ratings and derives them from the games again, by the same way as when they ended. */
export async function rebuildRatings(needs: Omit<Needs, 'onRated'>): Promise<number> {
  await needs.store.deleteAll();
  return rateEndedSince(0, { ...needs, onRated: () => undefined });
}

async function settledOne(ended: EndedGame, needs: Needs): Promise<boolean> {
  try {
    const rated = await settle(ended, needs);
    if (rated !== null && rated.changes.length > 0) needs.onRated(rated);
    return rated !== null;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    needs.report(error);
    return false;
  }
}

async function settle(ended: EndedGame, { store, games }: Needs): Promise<RatedGame | null> {
  const state = fold(null, await games.eventsAfter(ended.id, 0));
  const kind = state && rateableAs(state.settings);
  if (state === null || kind === null) throw new Error(`game ${ended.id} is listed to be rated, and cannot be`);
  const { places, endedAt } = ratedResult(state) ?? { places: [], endedAt: ended.endedAt };
  const game = { id: ended.id, endedAt, kind, players: places.flat() };
  const rated = await store.rateOnce(game, (standing) => rate(kind, places, standing, endedAt));
  return rated && told(ended.id, kind, changesBySide(state.seats, rated));
}

const told = (gameId: GameId, kind: RatingKind, changes: RatedGame['changes']): RatedGame => ({
  gameId,
  kind,
  changes,
});
