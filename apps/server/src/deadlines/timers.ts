import type { GameState } from '@terrace/game';
import type { GameId } from '@terrace/protocol';
import { exceptDatabaseFaults, isUnsaved } from '../game-service/games.ports.ts';
import type { Committed, GameService } from '../game-service/service.ts';
import type { Following } from '../runtime/nodes.ports.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';

/** Later deadlines are only remembered, and get a timer when they are near. */
const MAX_AHEAD_MS = 60_000;
const LOOK_EVERY_MS = 30_000;
const RETRY_MS = 1_000;
const RETRY_FAULT_MS = 5_000;

type Dependencies = {
  readonly service: Pick<GameService, 'flag' | 'cachedState' | 'state'>;
  readonly games: Pick<Following<GameId>, 'follow' | 'unfollow'>;
  /** Whether the player to move is connected only to silent nodes, and so may be unable to move. */
  readonly isMoverUnreachable: (gameId: GameId, state: GameState) => boolean;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
  /**
   * Runs before each flag: it may change the game so that its time is not over. Undefined if there is nothing to do;
   * false while that is unknown, so that the flag waits.
   */
  readonly beforeFlag: (gameId: GameId, state: GameState) => Promise<boolean> | undefined;
  readonly onFlagged: (lateMs: number) => void;
};

export type DeadlineTimers = ReturnType<typeof createDeadlineTimers>;

/**
 * A timer per game that this node serves, which sends `flag` at the deadline. A player on a silent node is not flagged:
 * the node may have stalled, and refunds that time itself. So a game with a timer is followed, to know where its players
 * are. A timer that another node made obsolete does no harm, because `decide` rejects the flag.
 */
export function createDeadlineTimers(dependencies: Dependencies) {
  const { service, games, isMoverUnreachable, beforeFlag, scheduler, reportError, onFlagged } = dependencies;
  const { now, after, every } = scheduler;
  const report = exceptDatabaseFaults(reportError);
  const timers = new Map<GameId, Cancel>();
  /** Deadlines that are too far ahead for a timer. */
  const later = new Map<GameId, number>();
  let isClosed = false;

  function disarm(gameId: GameId): void {
    later.delete(gameId);
    const cancel = timers.get(gameId);
    if (cancel === undefined) return;
    cancel();
    timers.delete(gameId);
    games.unfollow(gameId, timers);
  }

  function arm(gameId: GameId, deadlineAt: number, flagAt = deadlineAt): void {
    if (isClosed) return; // a flag was in flight
    if (flagAt - now() > MAX_AHEAD_MS) {
      disarm(gameId);
      later.set(gameId, deadlineAt);
      return;
    }
    later.delete(gameId);
    timers.get(gameId)?.();
    if (!timers.has(gameId)) void games.follow(gameId, timers);
    const fire = () => {
      flag(gameId, deadlineAt)
        .catch((error: unknown) => {
          report(error);
          arm(gameId, deadlineAt, now() + RETRY_FAULT_MS);
        })
        .finally(() => {
          if (timers.get(gameId) === cancel) disarm(gameId);
        });
    };
    const cancel = after(Math.max(0, flagAt - now()), fire);
    timers.set(gameId, cancel);
  }

  const stopLooking = every(LOOK_EVERY_MS, () => {
    for (const [gameId, deadlineAt] of later) if (deadlineAt - now() <= MAX_AHEAD_MS) arm(gameId, deadlineAt);
  });

  async function flag(gameId: GameId, deadlineAt: number): Promise<void> {
    const state = service.cachedState(gameId) ?? (await service.state(gameId));
    if (state === null) return;
    const again = (): void => arm(gameId, deadlineAt, now() + RETRY_MS);
    if (isMoverUnreachable(gameId, state)) return again(); // until the node is reachable or gone
    const isReady = beforeFlag(gameId, state);
    if (isReady !== undefined && !(await isReady)) return again();
    const flagged = await service.flag(gameId);
    if (flagged.ok) return onFlagged(now() - deadlineAt);
    const { error } = flagged;
    if (isUnsaved(error)) again();
    else if (error.code === 'time-left' && error.leftMs !== null) arm(gameId, now() + error.leftMs);
  }

  return {
    update({ isLocal, gameId, summary }: Committed): void {
      if (isLocal && summary.deadlineAt !== null) arm(gameId, summary.deadlineAt);
      else disarm(gameId);
    },

    arm: (gameId: GameId, deadlineAt: number): void => arm(gameId, deadlineAt),
    close: (): void => {
      isClosed = true;
      stopLooking();
      for (const gameId of [...timers.keys()]) disarm(gameId);
    },
  };
}
