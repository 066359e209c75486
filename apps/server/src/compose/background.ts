import { MINUTE_MS, SECOND_MS } from '@terrace/protocol';
import { fillCloseReasons, fillFinalPositions, fillMissingResults } from '../archive/rebuild.ts';
import { exceptDatabaseFaults } from '../game-service/games.ports.ts';
import { StartError } from '../runtime/errors.ts';
import { poll } from '../runtime/single-flight.ts';
import type { Live } from './live.ts';
import type { Nodes } from './nodes.ts';
import type { Services } from './services.ts';
import type { Stores } from './stores.ts';

const WAIT_MS = 10 * SECOND_MS;
const FILL_EVERY_MS = 5 * MINUTE_MS;

const REPLACED =
  'Another Terrace server uses this database, and the two cannot reach each other: stop the other one, or set REDIS_URL to the same Redis on both.';

type Options = {
  readonly stores: Stores;
  readonly nodes: Nodes;
  readonly services: Services;
  readonly live: Live;
  readonly onReplaced: () => void;
  readonly patienceMs: number | undefined;
  readonly reportError: (error: unknown) => void;
};

/** Starts the work that needs no request. @throws StartError when another server holds the lock */
export async function startBackground(options: Options) {
  const { stores, nodes, services, live, onReplaced, reportError, patienceMs = WAIT_MS } = options;
  const { lock, cluster, isLeader, scheduler } = nodes;
  const { service, conditionals, ratings } = services;
  if (!(await lock.acquire(patienceMs))) throw new StartError(REPLACED);
  lock.start(onReplaced);
  await cluster.start();
  services.commits.start();
  services.missedEvictions.start();
  await service.start(); // first, so that deadlines exclude the time without a server
  services.renames.start();
  services.barredTables.start();
  live.accountUpkeep.start();
  services.vacationWriter.start();
  const resume = (): Promise<void> => conditionals.resume().catch(reportError);
  lock.onLead(() => void resume());
  cluster.onGone(() => void (isLeader() && resume())); // the moves that the lost node had queued
  services.claims.start();
  const stopping = new AbortController();
  const reportOnce = exceptDatabaseFaults(createReportOnce(reportError));
  /** Repeated, because servers of an earlier version may run during the restart. Each run reads three empty indexes. */
  const filling = poll(
    async () => {
      for (const fill of [fillMissingResults, fillFinalPositions, fillCloseReasons]) {
        if (isLeader()) await fill(stores.summaries, stores.games, stopping.signal).catch(reportOnce);
      }
    },
    { everyMs: FILL_EVERY_MS, scheduler, reportError: reportOnce },
  );
  const unfinished = Promise.all([
    resume(),
    fillMissingResults(stores.summaries, stores.games, stopping.signal)
      .catch(reportOnce)
      .then(ratings.start)
      .catch(reportError)
      .then(filling.request),
  ]);
  return {
    async stop(): Promise<void> {
      stopping.abort();
      live.timers.close();
      await services.renames.close();
      await services.barredTables.close();
      await services.vacationWriter.close();
      conditionals.close();
      await service.close();
      await services.commits.close();
      services.missedEvictions.close();
      await live.computers.close();
      await unfinished;
      await filling.close();
      await services.claims.close();
      await ratings.close();
      cluster.close();
      await lock.close(); // last, so that the next holder of the lock finds everything saved
    },
  };
}

/** Reports each error once, compared by its text. */
function createReportOnce(reportError: (error: unknown) => void) {
  const known = new Set<string>();
  return (error: unknown): void => {
    if (known.has(String(error))) return;
    known.add(String(error));
    reportError(error);
  };
}
