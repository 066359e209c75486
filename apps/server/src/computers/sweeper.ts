import type { GameState } from '@terrace/game';
import { type GameId, SECOND_MS } from '@terrace/protocol';
import type { GameService } from '../game-service/service.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { poll } from '../runtime/single-flight.ts';

const SWEEP_EVERY_MS = 5 * SECOND_MS;

/** Longer than any pause of a computer, in ms: a turn that is older has been forgotten by the node that died. */
const FORGOTTEN_AFTER_MS = 8 * SECOND_MS;
const MAX_GAMES_PER_SWEEP = 500;

/** Reads games in which computers have something to do. Instants are ms since 1970. */
export type ComputerQueries = {
  /** Games that last changed before `instant`, where a computer is to move or to sit down, the longest waiting first. */
  waitingForComputers(instant: number, limit: number): Promise<readonly GameId[]>;
};

type Dependencies = {
  readonly service: GameService;
  readonly queries: ComputerQueries;
  readonly playComputers: (gameId: GameId, state: GameState, overdue: boolean) => void;
  /** Whether this node sees to a game already. */
  readonly isHandled: (gameId: GameId) => boolean;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/**
 * Finds games that wait for a computer, whichever node they were played on. The first sweep is at the start and takes all
 * of them, so that every computer goes on after a crash; the later ones those that nobody has seen to for long.
 */
export function createComputerSweeper({
  service,
  queries,
  playComputers,
  isHandled,
  scheduler,
  reportError,
}: Dependencies) {
  const { now } = scheduler;
  let isFirst = true;

  async function sweep(closing: AbortSignal): Promise<void> {
    const before = isFirst ? now() + SWEEP_EVERY_MS : now() - FORGOTTEN_AFTER_MS;
    isFirst = false;
    for (const gameId of await queries.waitingForComputers(before, MAX_GAMES_PER_SWEEP)) {
      if (closing.aborted || isHandled(gameId)) continue;
      const state = await service.state(gameId);
      if (state !== null && !closing.aborted && !isHandled(gameId)) playComputers(gameId, state, true);
    }
  }

  const { request, close } = poll(sweep, { everyMs: SWEEP_EVERY_MS, scheduler, reportError });
  request();
  return { close };
}
