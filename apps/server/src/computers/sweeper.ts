import type { GameState } from '@terrace/game';
import { type GameId, SECOND_MS } from '@terrace/protocol';
import type { GameService } from '../game-service/service.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { poll } from '../runtime/single-flight.ts';

const SWEEP_EVERY_MS = 5 * SECOND_MS;

/** Longer than any pause of a computer, so an older turn belonged to a dead node. */
const FORGOTTEN_AFTER_MS = 8 * SECOND_MS;
const MAX_GAMES_PER_SWEEP = 500;

/** Instants are ms since 1970. */
export type ComputerQueries = {
  /** Games unchanged since `instant` in which a computer must move or sit down, the oldest first. */
  waitingForComputers(instant: number, limit: number): Promise<readonly GameId[]>;
};

type Dependencies = {
  readonly service: GameService;
  readonly queries: ComputerQueries;
  readonly playComputers: (gameId: GameId, state: GameState, overdue: boolean) => void;
  readonly isHandled: (gameId: GameId) => boolean;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** Finds games of all nodes that wait for a computer: all at the start, and later those that have waited too long. */
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
