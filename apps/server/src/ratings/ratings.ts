import { endsGame } from '@terrace/game';
import {
  computerRating,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  type PlayerId,
  RatedGame,
  type RatingKind,
  type RatingMark,
  SECOND_MS,
} from '@terrace/protocol';
import { LRUCache } from 'lru-cache';
import { exceptDatabaseFaults, type GameStore } from '../game-service/games.ports.ts';
import type { Committed } from '../game-service/service.ts';
import { createListeners } from '../runtime/listeners.ts';
import type { Bus } from '../runtime/nodes.ports.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import { singleFlight } from '../runtime/single-flight.ts';
import { rateEndedSince } from './rate-ended-games.ts';
import { toRatingMark } from './rating.ts';
import type { RatingQueries, RatingStore } from './ratings.ports.ts';

/** How far back to look for unrated games after a game and in the periodic check; at start there is no limit. */
const RECENT_MS = HOUR_MS;
const CHECK_BACK_MS = DAY_MS;

const CHECK_EVERY_MS = MINUTE_MS;

/** Cached ratings expire because another node may change them. */
const MAX_CACHED = 50_000;
const CACHE_MS = 30 * SECOND_MS;

/** A missing player has no rating. */
export type RatingsOf = (players: readonly PlayerId[], kind: RatingKind) => Promise<ReadonlyMap<PlayerId, RatingMark>>;

type Dependencies = {
  readonly store: RatingStore & RatingQueries;
  readonly games: Pick<GameStore, 'readLog'>;
  readonly bus: Bus;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

export type Ratings = ReturnType<typeof createRatings>;

/** Rates finished games in the background. A game left unrated by a crash is found by a later pass. */
export function createRatings({ store, games, bus, scheduler, reportError }: Dependencies) {
  const { now, elapsed, every } = scheduler;
  const rated = bus.topic('rated', RatedGame);
  const marks = new LRUCache<string, RatingMark | 'none'>({
    max: MAX_CACHED,
    ttl: CACHE_MS,
    ttlResolution: 0,
    perf: { now: elapsed },
  });
  const ratedHere = createListeners<[rated: RatedGame]>(reportError);
  let nextSince = Number.POSITIVE_INFINITY;
  let stopChecks: Cancel | undefined;

  rated.on(() => marks.clear());

  const passes = singleFlight(async () => {
    const since = nextSince;
    nextSince = Number.POSITIVE_INFINITY;
    const onRated = (game: RatedGame): void => {
      rated.announce(game);
      ratedHere.call(game);
    };
    await rateEndedSince(since, { store, games, reportError, onRated });
  }, exceptDatabaseFaults(reportError)); // the periodic check retries

  function rateSince(since: number): void {
    nextSince = Math.min(since, nextSince);
    passes.request();
  }

  const ratingsOf: RatingsOf = async (players, kind) => {
    const known = players.map((player) => [player, computerRating(player) ?? marks.get(`${kind}/${player}`)] as const);
    const missing = known.flatMap(([player, mark]) => (mark === undefined ? [player] : []));
    const found = missing.length === 0 ? new Map() : await store.storedRatings(missing, kind);
    return new Map(
      known.flatMap(([player, cached]) => {
        const stored = found.get(player);
        const mark = cached ?? (stored === undefined ? 'none' : toRatingMark(stored, now()));
        if (cached === undefined) marks.set(`${kind}/${player}`, mark);
        return mark === 'none' ? [] : [[player, mark] as const];
      }),
    );
  };

  return {
    ratingsOf,

    rateEnded({ isLocal, events, summary }: Committed): void {
      if (isLocal && summary.settings.rated && endsGame(events)) rateSince(now() - RECENT_MS);
    },

    start: (): void => {
      rateSince(0);
      stopChecks = every(CHECK_EVERY_MS, () => rateSince(now() - CHECK_BACK_MS));
    },
    /** Called on every node after the commit. */
    onRated: (listener: (rated: RatedGame) => void): void => rated.on((game) => listener(game)),
    /** Called on the node that computed the ratings. */
    onRatedHere: ratedHere.add,
    close: async (): Promise<void> => {
      stopChecks?.();
      await passes.close();
    },
  };
}
