import { SECOND_MS } from '@terrace/protocol';
import { exceptDatabaseFaults } from '../game-service/games.ports.ts';
import type { RecoverFromGaps } from '../runtime/nodes.ports.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import { singleFlight } from '../runtime/single-flight.ts';
import type { Cluster } from './cluster.ts';

const CHECK_EVERY_MS = SECOND_MS;

/** Added to the searched time, because a commit takes time. */
const MARGIN_MS = 6_000;

/** The longest time to search: a node that was silent for longer has stopped. */
const MAX_MISSED_MS = 60_000;

type Dependencies = {
  readonly cluster: Pick<Cluster, 'bus' | 'isFullyConnected'>;
  readonly now: () => number;
  readonly machine: Scheduler;
  readonly reportError: (error: unknown) => void;
};

export const createGapRecovery =
  ({ cluster, now, machine, reportError }: Dependencies): RecoverFromGaps =>
  (find, everyMs = CHECK_EVERY_MS) => {
    let missedSince = Number.POSITIVE_INFINITY;
    /** Nothing is missing here up to this time. */
    let knownUntil = now();
    let stopChecking: Cancel | undefined;

    const { request: findMissed } = singleFlight(async () => {
      const [since, at] = [missedSince, now()];
      missedSince = Number.POSITIVE_INFINITY;
      try {
        await find(since - MARGIN_MS);
        knownUntil = at;
      } catch (error) {
        missedSince = Math.min(missedSince, since);
        throw error;
      }
    }, exceptDatabaseFaults(reportError)); // the next check retries

    function recoverSince(since: number): void {
      missedSince = Math.min(missedSince, since);
      findMissed();
    }

    cluster.bus.onGap((_, missedMs) => recoverSince(now() - Math.min(missedMs, MAX_MISSED_MS)));

    function check(): void {
      if (!cluster.isFullyConnected()) recoverSince(knownUntil);
      else if (missedSince < Number.POSITIVE_INFINITY) findMissed();
      else knownUntil = now();
    }

    return {
      start(): void {
        stopChecking = machine.every(everyMs, check);
      },
      close: (): void => stopChecking?.(),
    };
  };
