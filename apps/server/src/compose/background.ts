import { SECOND_MS } from '@terrace/protocol';
import { fillFinalPositions, fillMissingResults } from '../archive/rebuild.ts';
import { createDeadlineSweeper } from '../deadlines/sweeper.ts';
import { StartError } from '../runtime/errors.ts';
import type { Live } from './live.ts';
import type { Nodes } from './nodes.ts';
import type { Services } from './services.ts';
import type { Stores } from './stores.ts';

/** How long a start waits for a server that is stopping. */
const WAIT_MS = 10 * SECOND_MS;

const REPLACED =
  'Another Terrace server uses this database, and the two could not hear each other: stop that one, or set REDIS_URL for both to the same Redis.';

type Options = {
  readonly stores: Stores;
  readonly nodes: Nodes;
  readonly services: Services;
  readonly live: Live;
  /** Called when Postgres was unreachable and another server has taken this one's place since. */
  readonly onReplaced: () => void;
  readonly reportError: (error: unknown) => void;
};

/**
 * Starts what runs without requests: deadlines, and what an earlier run left unfinished.
 *
 * @throws StartError when another server has this place
 */
export async function startBackground({ stores, nodes, services, live, onReplaced, reportError }: Options) {
  const { lock, cluster, scheduler, isLeader } = nodes;
  const { service, queues, ratings } = services;
  if (!(await lock.acquire(WAIT_MS))) throw new StartError(REPLACED);
  lock.start(onReplaced);
  cluster.start();
  services.commits.start();
  services.missedEvictions.start();
  await service.start(); // first, so that no deadline falls due in the time for which no server was there
  live.computers.start();
  live.reviews.start();
  services.renames.start();
  const resume = () => queues.resume().catch(reportError);
  lock.onLead(() => void resume());
  cluster.onGone(() => void (isLeader() && resume())); // what it was about to play
  const sweeper = createDeadlineSweeper({ queries: stores.games, timers: live.timers, scheduler, reportError });
  const stopping = new AbortController();
  const unfinished = Promise.all([
    resume(),
    fillMissingResults(stores.summaries, stores.games)
      .catch(reportError)
      .then(ratings.start)
      .then(() => fillFinalPositions(stores.summaries, stores.games, stopping.signal))
      .catch(reportError),
  ]);
  return {
    async stop(): Promise<void> {
      stopping.abort();
      await sweeper.close();
      live.timers.close();
      await services.renames.close();
      await service.close();
      services.commits.close();
      services.missedEvictions.close();
      await live.reviews.close();
      await live.computers.close();
      await unfinished;
      await ratings.close();
      cluster.close();
      await lock.close(); // last, so that whoever waits for the place finds everything saved
    },
  };
}
