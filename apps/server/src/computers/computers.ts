import { availableParallelism } from 'node:os';
import type { GameState } from '@terrace/game';
import { type GameId, isComputer, isComputersOnly, SECOND_MS } from '@terrace/protocol';
import { createEngineThreads } from '../engine/threads.ts';
import { type ClaimedGame, exceptDatabaseFaults, type GameQueries } from '../game-service/games.ports.ts';
import type { Committed, GameService } from '../game-service/service.ts';
import type { Audience } from '../presence/audience.ts';
import type { Following } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { createBestLine } from './best-line.ts';
import { createComputerOffers } from './offers.ts';
import { computerToMove } from './replies.ts';
import { createSetAside } from './set-aside.ts';
import { createComputerTurns } from './turns.ts';

type Dependencies = {
  readonly service: GameService;
  readonly queries: Pick<GameQueries, 'liveGamesWithComputersOf'>;
  readonly games: Following<GameId>;
  readonly audience: Audience;
  readonly scheduler: Scheduler;
  /** How far searches lower their priority. At 19, a person's move never waits for a search. */
  readonly niceness: number;
  readonly reportError: (error: unknown) => void;
};

export type Computers = ReturnType<typeof createComputers>;

/** Threads for searches: all cores except the one that serves people. */
const THREADS = Math.max(1, availableParallelism() - 1);

/** How often to look for games that wait for a computer, and how long a computer takes at most. */
const LOOK_EVERY_MS = 5 * SECOND_MS;
const FORGOTTEN_AFTER_MS = 8 * SECOND_MS;

/** Computers play with the commands of people. Another node or the next start continues after a crash. */
export function createComputers({ service, queries, games, audience, scheduler, niceness, reportError }: Dependencies) {
  const { now, every } = scheduler;
  const threads = createEngineThreads({ size: THREADS, niceness });
  const urgentThreads = createEngineThreads({ size: 1, niceness: 0 }); // short searches that never wait for a long one
  let closed = false;
  /** Searches cut off by the shutdown are not errors. */
  const reportUnlessClosed = (error: unknown): void => {
    if (!closed) reportError(error);
  };
  const offers = createComputerOffers({
    service,
    urgentThreads,
    isWatched: audience.isWatched,
    now,
    reportError: reportUnlessClosed,
  });
  const bestLine = createBestLine({ threads, urgentThreads });
  const turns = createComputerTurns({
    service,
    scheduler,
    reportError: reportUnlessClosed,
    bestLine,
    offersAnswered: offers.answered,
    onFailed: (gameId) => void failed.add(gameId),
    games,
  });
  /** Games in which a computer could not sit down or move. */
  const failed = new Set<GameId>();

  async function sitDown(gameId: GameId, { seats }: GameState): Promise<void> {
    for (const { side, reserved } of seats) {
      if (reserved === null || !isComputer(reserved)) continue;
      await service.command({ gameId, by: reserved, command: { type: 'sit', side }, arrivedAt: now() });
    }
  }

  /** Sits, moves and replies for a game's computers. @param overdue whether they should have done so already */
  function playComputers(gameId: GameId, state: GameState, overdue = false): void {
    if (!hasComputers(state)) return;
    if (state.status === 'open') {
      sitDown(gameId, state).catch((error: unknown) => {
        failed.add(gameId);
        reportUnlessClosed(error);
      });
      return;
    }
    // Games between computers advance only for spectators.
    if (isComputersOnly(state.seats) && !audience.isWatched(gameId) && !audience.wantsExhibition()) turns.stop(gameId);
    else turns.update(gameId, state, overdue);
    offers.answer(gameId, state);
  }

  function continueGame(gameId: GameId): void {
    service
      .state(gameId)
      .then((state) => {
        if (state !== null && !closed && !turns.has(gameId)) playComputers(gameId, state, true);
      })
      .catch((error: unknown) => {
        failed.add(gameId); // the next look tries again
        exceptDatabaseFaults(reportUnlessClosed)(error);
      });
  }

  /** A followed game may wait for a computer: it continues when spectators come, and after a fault. */
  function isWaiting(gameId: GameId): boolean {
    const state = service.cachedState(gameId);
    return (
      state !== undefined &&
      !turns.has(gameId) &&
      now() - state.lastAt > FORGOTTEN_AFTER_MS &&
      computerToMove(state) !== undefined
    );
  }

  const stopLooking = every(LOOK_EVERY_MS, () => {
    const waiting = new Set([...failed, ...[...games.keys()].filter(isWaiting)]);
    failed.clear();
    for (const gameId of waiting) continueGame(gameId);
  });

  return {
    playComputers,

    /** Ends people's games with computers when they start a game with people. */
    setAside: createSetAside({ service, queries, now, reportError }),

    play({ isLocal, gameId, state }: Committed): void {
      if (isLocal) playComputers(gameId, state);
      else turns.stop(gameId);
    },

    /** Continues a game that another node served. */
    claim({ id, hasComputers }: ClaimedGame): void {
      if (hasComputers) continueGame(id);
    },

    async close(): Promise<void> {
      closed = true;
      stopLooking();
      turns.close();
      await Promise.all([threads.close(), urgentThreads.close()]);
    },
  };
}

const hasComputers = ({ seats }: GameState): boolean =>
  seats.some(({ player, reserved }) => {
    const occupant = player ?? reserved;
    return occupant !== null && isComputer(occupant);
  });
