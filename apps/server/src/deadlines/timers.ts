import type { GameId } from '@terrace/protocol';
import { isUnsaved } from '../game-service/games.ports.ts';
import type { Committed, GameService } from '../game-service/service.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';

/** Later deadlines than this are left to the sweeper, in ms. */
const MAX_AHEAD_MS = 60_000;
const RETRY_MS = 1_000;

type Dependencies = {
  readonly service: Pick<GameService, 'flag'>;
  /** Whether the side to move of a game is connected only to a node that may stand still, and could not move if it would. */
  readonly isMoverUnreachable: (gameId: GameId) => boolean;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
  /** Called when a flag is committed, so many ms after the deadline. */
  readonly onFlagged: (lateMs: number) => void;
};

export type DeadlineTimers = ReturnType<typeof createDeadlineTimers>;

/**
 * A timer per game, set to its deadline. It only sends `flag`; `decide` checks whether the time is over. Nobody is flagged while
 * the node they are connected to cannot be heard: it may stand still, and gives them that time back itself.
 */
export function createDeadlineTimers({ service, isMoverUnreachable, scheduler, reportError, onFlagged }: Dependencies) {
  const { now, after } = scheduler;
  const timers = new Map<GameId, Cancel>();

  function disarm(gameId: GameId): void {
    timers.get(gameId)?.();
    timers.delete(gameId);
  }

  function arm(gameId: GameId, deadlineAt: number | null, flagAt = deadlineAt): void {
    disarm(gameId);
    if (deadlineAt === null || flagAt === null || flagAt - now() > MAX_AHEAD_MS) return;
    const fire = () => {
      timers.delete(gameId);
      flag(gameId, deadlineAt).catch(reportError);
    };
    timers.set(gameId, after(Math.max(0, flagAt - now()), fire));
  }

  async function flag(gameId: GameId, deadlineAt: number): Promise<void> {
    if (isMoverUnreachable(gameId)) return arm(gameId, deadlineAt, now() + RETRY_MS); // until it is heard again, or known to be gone
    const flagged = await service.flag(gameId);
    if (flagged.ok) return onFlagged(now() - deadlineAt);
    if (timers.has(gameId)) return;
    const { error } = flagged;
    if (isUnsaved(error)) arm(gameId, deadlineAt, now() + RETRY_MS);
    else if (error.code === 'time-left' && error.leftMs !== null) arm(gameId, now() + error.leftMs);
  }

  return {
    /** Sets the timer of a game to its new deadline, on the node that appended to the game. */
    update({ isLocal, gameId, summary }: Committed): void {
      if (isLocal) arm(gameId, summary.deadlineAt);
      else disarm(gameId);
    },

    arm: (gameId: GameId, deadlineAt: number | null): void => arm(gameId, deadlineAt),
    close: (): void => {
      for (const gameId of [...timers.keys()]) disarm(gameId);
    },
  };
}
