import { GameId, MINUTE_MS, PlayerId, SECOND_MS } from '@terrace/protocol';
import { z } from 'zod';
import type { KeyChange, SharedState } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';

/** How long an HTTP request or a text command keeps a player present. The grace period begins after it. */
const ACTIVE_MS = MINUTE_MS;
const SWEEP_EVERY_MS = SECOND_MS;

type Activity = { readonly gameId: GameId; readonly player: PlayerId; readonly until: number };

type Dependencies = { readonly state: Pick<SharedState, 'groups'>; readonly scheduler: Scheduler };

/** Players who are present at a game through recent requests, on any node. */
export function createRecentActivity({ state, scheduler }: Dependencies) {
  const { now, every } = scheduler;
  const activities = state.groups('signs-of-life', z.object({ until: z.number() }));
  const own = new Map<string, Activity>(); // the oldest first

  function sweep(): void {
    for (const [key, { gameId, player, until }] of own) {
      if (until > now()) return;
      own.delete(key);
      activities.delete(gameId, player);
    }
  }

  const close = every(SWEEP_EVERY_MS, sweep);

  return {
    add(gameId: GameId, player: PlayerId): void {
      const [key, until] = [`${gameId}/${player}`, now() + ACTIVE_MS];
      own.delete(key);
      own.set(key, { gameId, player, until });
      activities.set(gameId, player, { until });
    },

    /** Calls `listener` when a player's activity changes on any node. `until` is undefined after its end. */
    onChange(listener: (gameId: GameId, change: KeyChange, player: PlayerId, until: number | undefined) => void): void {
      activities.onChange((game, player, change) => {
        const instants = [...activities.get(game, player).values()].map(({ until }) => until);
        const until = instants.length > 0 ? Math.max(...instants) : undefined;
        listener(GameId.parse(game), change, PlayerId.parse(player), until);
      });
    },

    close,
  };
}
