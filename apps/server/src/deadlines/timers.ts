import type { GameId } from '@terrace/protocol';
import { isUnsaved } from '../game-service/games.ports.ts';
import type { Committed, GameService } from '../game-service/service.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';

/** The sweeper handles later deadlines. */
const MAX_AHEAD_MS = 60_000;
const RETRY_MS = 1_000;

type Dependencies = {
  readonly service: Pick<GameService, 'flag'>;
  /** Whether the player to move is connected only to silent nodes, and so may be unable to move. */
  readonly isMoverUnreachable: (gameId: GameId) => boolean;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
  /** Runs before each flag: it may change the game so that its time is not over. Undefined if there is nothing to do. */
  readonly beforeFlag: (gameId: GameId) => Promise<void> | undefined;
  readonly onFlagged: (lateMs: number) => void;
};

export type DeadlineTimers = ReturnType<typeof createDeadlineTimers>;

/**
 * A timer per game that sends `flag` at the deadline. A player on a silent node is not flagged: the node may have
 * stalled, and refunds that time itself.
 */
export function createDeadlineTimers(dependencies: Dependencies) {
  const { service, isMoverUnreachable, beforeFlag, scheduler, reportError, onFlagged } = dependencies;
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
    if (isMoverUnreachable(gameId)) return arm(gameId, deadlineAt, now() + RETRY_MS); // until the node is reachable or gone
    const change = beforeFlag(gameId);
    if (change !== undefined) await change;
    const flagged = await service.flag(gameId);
    if (flagged.ok) return onFlagged(now() - deadlineAt);
    if (timers.has(gameId)) return;
    const { error } = flagged;
    if (isUnsaved(error)) arm(gameId, deadlineAt, now() + RETRY_MS);
    else if (error.code === 'time-left' && error.leftMs !== null) arm(gameId, now() + error.leftMs);
  }

  return {
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
