import { availableParallelism } from 'node:os';
import type { GameState } from '@terrace/game';
import { type GameId, isComputer, isComputersOnly } from '@terrace/protocol';
import { createEngineThreads } from '../engine/threads.ts';
import type { GameQueries } from '../game-service/games.ports.ts';
import type { Committed, GameService } from '../game-service/service.ts';
import type { Audience } from '../presence/audience.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { createBestLine } from './best-line.ts';
import { createComputerOffers } from './offers.ts';
import { createSetAside } from './set-aside.ts';
import { type ComputerQueries, createComputerSweeper } from './sweeper.ts';
import { createComputerTurns } from './turns.ts';

type Dependencies = {
  readonly service: GameService;
  readonly queries: ComputerQueries & Pick<GameQueries, 'liveGamesWithComputersOf'>;
  readonly audience: Audience;
  readonly scheduler: Scheduler;
  /** How far searches lower their priority. At 19, a person's move never waits for a search. */
  readonly niceness: number;
  readonly reportError: (error: unknown) => void;
};

export type Computers = ReturnType<typeof createComputers>;

/** Threads for searches: all cores except the one that serves people. */
const THREADS = Math.max(1, availableParallelism() - 1);

/** Computers play with the commands of people. Another node or the next start continues after a crash. */
export function createComputers({ service, queries, audience, scheduler, niceness, reportError }: Dependencies) {
  const { now } = scheduler;
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
  });
  let sweeper: { close(): Promise<void> } | undefined;

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
      sitDown(gameId, state).catch(reportUnlessClosed);
      return;
    }
    // Games between computers advance only for spectators.
    if (isComputersOnly(state.seats) && !audience.isWatched(gameId) && !audience.wantsExhibition()) turns.stop(gameId);
    else turns.update(gameId, state, overdue);
    offers.answer(gameId, state);
  }

  return {
    runEngineTask: threads.run,
    playComputers,

    /** Ends people's games with computers when they start a game with people. */
    setAside: createSetAside({ service, queries, now, reportError }),

    play({ isLocal, gameId, state }: Committed): void {
      if (isLocal) playComputers(gameId, state);
      else turns.stop(gameId);
    },

    start(): void {
      const isHandled = (gameId: GameId) => turns.has(gameId);
      sweeper = createComputerSweeper({ service, queries, playComputers, isHandled, scheduler, reportError });
    },
    async close(): Promise<void> {
      closed = true;
      await sweeper?.close();
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
