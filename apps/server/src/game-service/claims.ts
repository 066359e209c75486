import { MINUTE_MS, SECOND_MS } from '@terrace/protocol';
import { createListeners } from '../runtime/listeners.ts';
import type { Cluster } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { singleFlight } from '../runtime/single-flight.ts';
import { type ClaimedGame, exceptDatabaseFaults, type GameClaims } from './games.ports.ts';

const CLAIMED_AT_A_TIME = 500;

/** Postgres may see the last heartbeat of a dead node a little later than this node. */
const CLAIM_AGAIN_MS = 3 * SECOND_MS;

/** How often the leader looks for games that no node has claimed, for example because Postgres was down. */
const LOOK_EVERY_MS = MINUTE_MS;

type Dependencies = {
  readonly cluster: Pick<Cluster, 'bus' | 'onGone'>;
  readonly queries: GameClaims;
  readonly isLeader: () => boolean;
  readonly machine: Pick<Scheduler, 'after' | 'every'>;
  readonly reportError: (error: unknown) => void;
};

export type Claims = ReturnType<typeof createClaims>;

/**
 * The node that appends to a game serves its clock and computers. When it is gone, others claim its games, each game by
 * one node.
 */
export function createClaims({ cluster, queries, isLeader, machine, reportError }: Dependencies) {
  const claimed = createListeners<[game: ClaimedGame]>(reportError);

  const { request, close } = singleFlight(async (closing) => {
    while (!closing.aborted) {
      const games = await queries.claimGames(cluster.bus.node, CLAIMED_AT_A_TIME);
      for (const game of games) claimed.call(game);
      if (games.length < CLAIMED_AT_A_TIME) return;
    }
  }, exceptDatabaseFaults(reportError));

  cluster.onGone(() => {
    request();
    machine.after(CLAIM_AGAIN_MS, request);
  });
  const stopLooking = machine.every(LOOK_EVERY_MS, () => {
    if (isLeader()) request();
  });

  return {
    /** Calls `listener` for each game that this node now serves. */
    onClaimed: claimed.add,
    start: request,
    close(): Promise<void> {
      stopLooking();
      return close();
    },
  };
}
