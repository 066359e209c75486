import type { PlayerId, RatedGame, RatingKind, RatingMark } from '@terrace/protocol';
import { LRUCache } from 'lru-cache';
import type { GameService } from '../game/service.ts';
import { DatabaseUnavailable, type GameStore } from '../game/store.ts';
import { rateEndedSince } from './rate-ended-games.ts';
import { toRatingMark } from './rating.ts';
import type { RatingQueries, RatingStore } from './store.ts';

/** How far back to look for games to settle when one has just ended, and in a sweep, in ms. A start looks at all. */
const LATELY = 3_600_000;
const SWEPT = 24 * 3_600_000;

/** How often to look for what another node left unsettled, in ms. */
const SWEEP_EVERY = 60_000;

/** Ratings kept at hand, and for how long: another node may have changed them, in ms. */
const KEPT = 50_000;
const KEPT_FOR = 30_000;

/** Ratings of several players in one kind; who is missing has none. */
export type RatingsOf = (players: readonly PlayerId[], kind: RatingKind) => Promise<ReadonlyMap<PlayerId, RatingMark>>;

type Services = {
  readonly store: RatingStore & RatingQueries;
  readonly games: Pick<GameStore, 'eventsAfter'>;
  readonly service: Pick<GameService, 'onCommitted'>;
  readonly now: () => number;
  readonly report: (fault: unknown) => void;
};

export type Ratings = ReturnType<typeof createRatings>;

/**
 * Rates games when they have ended. Nobody waits for it: it hears of an end, and looks for all games that are to be
 * settled, so that what a crash left is made good by the next look, at a start or by the sweep.
 */
export function createRatings({ store, games, service, now, report }: Services) {
  const listeners: ((rated: RatedGame) => void)[] = [];
  const marks = new LRUCache<string, RatingMark | 'none'>({ max: KEPT, ttl: KEPT_FOR });
  let closed = false;
  let wanted: number | undefined;
  let underWay: Promise<void> | undefined;
  let sweep: NodeJS.Timeout | undefined;

  const onRated = (rated: RatedGame): void => {
    marks.clear();
    for (const listener of listeners) listener(rated);
  };

  /** One look at a time; what is wanted meanwhile is looked for after it. */
  function look(since: number): void {
    if (closed) return;
    wanted = Math.min(since, wanted ?? since);
    underWay ??= lookWhileWanted().finally(() => {
      underWay = undefined;
    });
  }

  async function lookWhileWanted(): Promise<void> {
    while (wanted !== undefined && !closed) {
      const since = wanted;
      wanted = undefined;
      try {
        await rateEndedSince(since, { store, games, report, onRated });
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) report(error); // while Postgres is away the sweep comes again
      }
    }
  }

  service.onCommitted(({ events, summary }) => {
    if (summary.settings.rated && events.some(({ event }) => event.type === 'ended')) look(now() - LATELY);
  });

  const ratingsOf: RatingsOf = async (players, kind) => {
    const known = players.map((player) => [player, marks.get(`${kind}/${player}`)] as const);
    const missing = known.flatMap(([player, mark]) => (mark === undefined ? [player] : []));
    const found = missing.length === 0 ? new Map() : await store.storedRatings(missing, kind);
    return new Map(
      known.flatMap(([player, kept]) => {
        const strength = found.get(player);
        const mark = kept ?? (strength === undefined ? 'none' : toRatingMark(strength, now()));
        if (kept === undefined) marks.set(`${kind}/${player}`, mark);
        return mark === 'none' ? [] : [[player, mark] as const];
      }),
    );
  };

  return {
    ratingsOf,
    /** Makes good what was left unsettled before, and goes on looking for it. */
    start: (): void => {
      look(0);
      sweep = setInterval(() => look(now() - SWEPT), SWEEP_EVERY);
    },
    /** Calls `listener` with every game this node has rated, once it is committed. */
    onRated: (listener: (rated: RatedGame) => void): void => void listeners.push(listener),
    close: async (): Promise<void> => {
      closed = true;
      clearInterval(sweep);
      await underWay;
    },
  };
}
