import { type GameState, moverOf } from '@terrace/game';
import { GameId, isComputer, SECOND_MS } from '@terrace/protocol';
import { z } from 'zod';
import type { Committed } from '../game-service/service.ts';
import type { GameConnections } from '../presence/game-connections.ts';
import { GRACE_MS } from '../presence/grace.ts';
import type { GamePresence } from '../presence/presence.ts';
import { createListeners } from '../runtime/listeners.ts';
import type { Bus, NodeId } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';

/** The absence of a player, or the wait of a computer for a person, after which a game is idle. */
export const IDLE_AFTER_MS = GRACE_MS.few;

const CHECK_EVERY_MS = SECOND_MS / 2;

/** Checked together, so that checks do not delay a move. */
const CHECKED_AT_A_TIME = 1_000;

/** What a node knows about a live game: its own spectators, and whether the game is idle. */
const Report = z.object({ watching: z.int().nonnegative(), idle: z.boolean() });
export type Report = z.infer<typeof Report>;

const Reports = z.object({ games: z.array(z.tuple([GameId, z.nullable(Report)])), areAll: z.boolean() });

type Dependencies = {
  readonly bus: Pick<Bus, 'topic'>;
  readonly connections: Pick<GameConnections, 'isHere' | 'spectatorsHere'>;
  readonly presence: Pick<GamePresence, 'awaySince' | 'onChange'>;
  readonly stateOf: (gameId: GameId) => GameState | undefined;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** Reports to the leader about the public live games that people of this node play or watch. */
export function createAttendance({ bus, connections, presence, stateOf, scheduler, reportError }: Dependencies) {
  const { now, every } = scheduler;
  const topic = bus.topic('attendance', Reports);
  const wanted = bus.topic('attendance-wanted', z.object({}));
  const received =
    createListeners<[node: NodeId, games: z.infer<typeof Reports>['games'], areAll: boolean]>(reportError);
  const published = new Map<GameId, Report>();
  /** When this node last committed an event of a game, such as a move by an HTTP request. */
  const committedAt = new Map<GameId, number>();
  /** The earliest known absence in each game, since nodes forget it when they are disconnected. */
  const leftAt = new Map<GameId, number>();
  const changed = new Set<GameId>();
  let unchecked = published.keys();

  function isIdle(id: GameId, state: GameState): boolean | undefined {
    const left = presence.awaySince(id, state);
    if (left === undefined) return undefined;
    const since = left === null ? undefined : Math.min(left, leftAt.get(id) ?? left);
    if (since === undefined) leftAt.delete(id);
    else leftAt.set(id, since);
    const waitsSince = doesComputerWait(state) ? Math.min(state.lastAt, since ?? state.lastAt) : since;
    return waitsSince !== undefined && now() - waitsSince >= IDLE_AFTER_MS;
  }

  function reportOf(id: GameId): Report | null {
    const state = stateOf(id);
    if (state === undefined || state.status !== 'live' || state.settings.seen !== 'public') return null;
    const isActive = now() - (committedAt.get(id) ?? Number.NEGATIVE_INFINITY) < IDLE_AFTER_MS;
    if (!isActive && !connections.isHere(id)) return null;
    return { watching: connections.spectatorsHere(id), idle: isIdle(id, state) ?? published.get(id)?.idle ?? false };
  }

  /** @returns the report if it has changed */
  function renew(id: GameId): [GameId, Report | null][] {
    const [before, after] = [published.get(id) ?? null, reportOf(id)];
    if (after === null) {
      published.delete(id);
      committedAt.delete(id);
      leftAt.delete(id);
    } else published.set(id, after);
    return before?.watching === after?.watching && before?.idle === after?.idle ? [] : [[id, after]];
  }

  function takeUnchecked(): GameId[] {
    const ids: GameId[] = [];
    while (ids.length < CHECKED_AT_A_TIME) {
      const next = unchecked.next();
      if (next.done) {
        unchecked = published.keys();
        break;
      }
      ids.push(next.value);
    }
    return ids;
  }

  function publish(): void {
    const ids = new Set([...changed, ...takeUnchecked()]);
    changed.clear();
    const games = [...ids].flatMap(renew);
    if (games.length > 0) topic.announce({ games, areAll: false });
  }

  presence.onChange((id) => changed.add(id));
  wanted.on(() => topic.announce({ games: [...published], areAll: true }));
  topic.on(({ games, areAll }, node) => received.call(node, games, areAll));
  const close = every(CHECK_EVERY_MS, () => {
    try {
      publish();
    } catch (error) {
      reportError(error);
    }
  });

  return {
    update({ gameId, isLocal, state }: Committed): void {
      if (state.status === 'open') return;
      if (isLocal) committedAt.set(gameId, now());
      changed.add(gameId);
    },

    /** Asks all nodes for all their reports. */
    request: (): void => wanted.announce({}),
    onReports: received.add,
    close,
  };
}

export type Attendance = ReturnType<typeof createAttendance>;

function doesComputerWait(state: GameState): boolean {
  const mover = moverOf(state);
  return (
    mover !== null && !isComputer(mover) && state.seats.some(({ player }) => player !== null && isComputer(player))
  );
}
