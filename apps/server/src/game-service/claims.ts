import { MINUTE_MS, SECOND_MS } from '@terrace/protocol';
import { z } from 'zod';
import { createListeners } from '../runtime/listeners.ts';
import type { Cluster } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { singleFlight } from '../runtime/single-flight.ts';
import { type ClaimedGame, DatabaseUnavailable, type GameClaims, unlessDatabaseFault } from './games.ports.ts';

const CLAIMED_AT_A_TIME = 500;

/** By then, Postgres knows that a node is gone which has just died. */
const CLAIM_AGAIN_MS = 6 * SECOND_MS;

/** How often the leader looks for games that no node has claimed, for example because Postgres was down. */
const LOOK_EVERY_MS = MINUTE_MS;

type Dependencies = {
  readonly cluster: Pick<Cluster, 'bus' | 'isAlone' | 'onGone'>;
  readonly queries: GameClaims;
  readonly isLeader: () => boolean;
  readonly machine: Pick<Scheduler, 'after' | 'every'>;
  readonly reportError: (error: unknown) => void;
};

/**
 * The node that appends to a game serves its clock and computers. When it is gone, others claim its games, each game by
 * one node.
 */
export function createClaims({ cluster, queries, isLeader, machine, reportError }: Dependencies) {
  const { bus, isAlone } = cluster;
  const released = bus.topic('games-released', z.object({}));
  const claimed = createListeners<[game: ClaimedGame]>(reportError);

  async function claimAll(closing: AbortSignal): Promise<void> {
    let after = '';
    while (!closing.aborted) {
      const games = await queries.claimGames(bus.node, isAlone, after, CLAIMED_AT_A_TIME);
      for (const game of games) claimed.call(game);
      if (games.length < CLAIMED_AT_A_TIME) return;
      after = games.at(-1)?.id ?? after;
    }
  }

  const { request, close } = singleFlight(claimAll, (error) => {
    machine.after(CLAIM_AGAIN_MS, request);
    // An outage is reported elsewhere. Clocks of unclaimed games do not run out, so that a slow query must be known.
    if (!(error instanceof DatabaseUnavailable)) reportError(error);
  });

  function claim(): void {
    request();
    machine.after(CLAIM_AGAIN_MS, request);
  }

  cluster.onGone(claim);
  released.on(request);
  const stopLooking = machine.every(LOOK_EVERY_MS, () => {
    if (isLeader()) request();
  });

  return {
    /** Calls `listener` for each game that this node now serves. */
    onClaimed: claimed.add,
    start: claim,
    /** Leaves the games of this node, which stops, to the others. */
    async close(): Promise<void> {
      stopLooking();
      await close();
      if (isAlone) return; // the next start claims them
      await unlessDatabaseFault(queries.releaseGames(bus.node));
      released.publish({});
    },
  };
}
