import { GameId, LoggedEvent, SECOND_MS } from '@terrace/protocol';
import { z } from 'zod';
import { coalesce } from '../coalesce.ts';
import type { GameService } from '../game/service.ts';
import { isDatabaseFault } from '../game/store.ts';
import type { Cluster } from './cluster.ts';

/** `at` is when it was published, in ms since 1970. */
const Commit = z.object({ gameId: GameId, events: z.array(LoggedEvent), at: z.number() });

/** How often to look into the log for what cannot be heard, in ms. */
const LOOK_EVERY_MS = SECOND_MS;

/** How much further back to look than the time in which something may have been missed, in ms: a commit takes time. */
const MARGIN_MS = 6_000;

/** The longest time to look back, in ms: a node that was silent for longer has stopped. */
const MAX_MISSED_MS = 60_000;

type Services = {
  readonly cluster: Pick<Cluster, 'bus' | 'isWhole'>;
  readonly service: Pick<GameService, 'onCommitted' | 'hear' | 'findMissed'>;
  readonly now: () => number;
  /** Called with how long a commit of another node took to come here, in ms. */
  readonly onHeard?: (lagMs: number) => void;
  readonly report: (error: unknown) => void;
};

/**
 * Lets every node hear what one has committed. Redis carries, the log repairs: when a message was missed, or a node that
 * lives cannot be heard, the games that were changed meanwhile are read from Postgres.
 */
export function createCommits({ cluster, service, now, onHeard = () => undefined, report }: Services) {
  const commits = cluster.bus.topic('commit', Commit);
  let missedSince = Number.POSITIVE_INFINITY;
  /** Until when everything that was committed is known here. */
  let knownUntil = now();
  let timer: NodeJS.Timeout | undefined;

  service.onCommitted(({ origin, gameId, events }) => {
    if (origin === 'here') commits.publish({ gameId, events: [...events], at: now() });
  });

  commits.on(({ gameId, events, at }) => {
    onHeard(now() - at);
    service.hear(gameId, events).catch(report);
  });

  const findMissed = coalesce(async () => {
    const [since, at] = [missedSince, now()];
    missedSince = Number.POSITIVE_INFINITY;
    try {
      await service.findMissed(since - MARGIN_MS);
      knownUntil = at;
    } catch (error) {
      missedSince = Math.min(missedSince, since);
      if (!isDatabaseFault(error)) throw error; // the next look tries again
    }
  }, report);

  function missed(since: number): void {
    missedSince = Math.min(missedSince, since);
    findMissed();
  }

  cluster.bus.onGap((_, missedMs) => missed(now() - Math.min(missedMs, MAX_MISSED_MS)));

  function look(): void {
    if (!cluster.isWhole()) missed(knownUntil);
    else if (missedSince < Number.POSITIVE_INFINITY) findMissed();
    else knownUntil = now();
  }

  return {
    start(): void {
      timer = setInterval(look, LOOK_EVERY_MS);
    },
    close: (): void => clearInterval(timer),
  };
}
