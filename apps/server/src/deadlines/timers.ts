import type { GameId } from '@terrace/protocol';
import type { GameService } from '../game/service.ts';

/** Deadlines further off than this are left to the sweeper, which finds them in time, in ms. */
const HORIZON = 60_000;

/** How long to wait before trying again when a flag could not be saved, in ms. */
const RETRY = 1_000;

export type DeadlineTimers = ReturnType<typeof createDeadlineTimers>;

/** One timer a game, set to the moment its side to move runs out of time. It only sends `flag`; `decide` has the last word. */
export function createDeadlineTimers(service: GameService, now: () => number, report: (fault: unknown) => void) {
  const timers = new Map<GameId, NodeJS.Timeout>();

  function disarm(gameId: GameId): void {
    clearTimeout(timers.get(gameId));
    timers.delete(gameId);
  }

  function arm(gameId: GameId, deadlineAt: number | null): void {
    disarm(gameId);
    if (deadlineAt === null || deadlineAt - now() > HORIZON) return;
    const fire = () => {
      timers.delete(gameId);
      flag(gameId).catch(report);
    };
    timers.set(gameId, setTimeout(fire, Math.max(0, deadlineAt - now())));
  }

  async function flag(gameId: GameId): Promise<void> {
    const flagged = await service.command({ gameId, by: null, command: { type: 'flag' }, arrivedAt: now() });
    if (flagged.ok || timers.has(gameId)) return;
    const { error } = flagged;
    if (error.code === 'not-saved') arm(gameId, now() + RETRY);
    else if (error.code === 'time-left' && error.leftMs !== null) arm(gameId, now() + error.leftMs);
  }

  service.onCommitted(({ gameId, summary }) => arm(gameId, summary.deadlineAt));
  return {
    arm,
    close: (): void => {
      for (const gameId of [...timers.keys()]) disarm(gameId);
    },
  };
}
