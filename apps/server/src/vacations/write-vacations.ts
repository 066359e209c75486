import { currentPosition, type GameState, startsGame } from '@terrace/game';
import { type GameId, HOUR_MS, isComputer, MINUTE_MS, type PlayerId, SECOND_MS } from '@terrace/protocol';
import { z } from 'zod';
import { exceptDatabaseFaults, isUnsaved, unlessDatabaseFault } from '../game-service/games.ports.ts';
import type { Committed, GameService } from '../game-service/service.ts';
import type { Bus } from '../runtime/nodes.ports.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import { singleFlight } from '../runtime/single-flight.ts';
import type { OwnVacation, VacationStore } from './vacations.ports.ts';

/** How often to check for changes whose message was lost, and to retry games that could not be saved. */
const POLL_EVERY_MS = 5 * SECOND_MS;

/** How often to search for games that began during a vacation without its event, because their node failed. */
const SEARCH_EVERY_MS = 10 * MINUTE_MS;

type Dependencies = {
  readonly service: Pick<GameService, 'command'>;
  readonly store: VacationStore;
  /** Its connections are not shared with long work, because a player may lose on time meanwhile. */
  readonly urgent: Pick<VacationStore, 'of'>;
  readonly bus: Pick<Bus, 'topic'>;
  readonly isLeader: () => boolean;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/**
 * Writes vacations into the games of their players. The leader does this, and its successor continues. A repeated
 * command changes nothing, so every failure leads to another attempt with all games.
 */
export function createVacationWriter({ service, store, urgent, bus, isLeader, scheduler, reportError }: Dependencies) {
  const { now, every } = scheduler;
  const report = exceptDatabaseFaults(reportError);
  const changed = bus.topic('vacation-changed', z.object({}));
  const timers: Cancel[] = [];

  function send(gameId: GameId, { player, since, until }: OwnVacation) {
    const command = { type: 'vacation', player, since, until } as const;
    return service.command({ gameId, by: null, command, arrivedAt: now() });
  }

  /** @returns whether the game has this state of the vacation, or needs none */
  async function writeTo(gameId: GameId, vacation: OwnVacation): Promise<boolean> {
    const answer = await send(gameId, vacation);
    return answer.ok || answer.error.code === 'game-over' || answer.error.code === 'table-closed';
  }

  /** @returns whether the game has the player's running vacation, if there is one */
  async function writeRunning(gameId: GameId, player: PlayerId): Promise<boolean> {
    const at = now();
    const vacations = await unlessDatabaseFault(urgent.of(player, at));
    if (vacations === undefined) return false;
    for (const vacation of vacations) {
      if (vacation.since > at) continue;
      const answer = await send(gameId, { ...vacation, player });
      if (!answer.ok && isUnsaved(answer.error)) return false;
    }
    return true;
  }

  async function write(vacation: OwnVacation, closing: AbortSignal): Promise<void> {
    let isComplete = true;
    for (const gameId of await store.gamesOf(vacation.player)) {
      if (closing.aborted || !isLeader()) return;
      if (!(await writeTo(gameId, vacation))) isComplete = false;
    }
    if (isComplete) await store.markWritten(vacation);
  }

  const working = singleFlight(async (closing) => {
    if (!isLeader()) return;
    for (const vacation of await store.unwritten()) await write(vacation, closing);
  }, report);
  changed.on(working.request);

  const announceIf = (count: number): void => {
    if (count > 0) changed.announce({});
  };

  const search = (): void => {
    if (!isLeader()) return;
    const at = now();
    store
      .writeAgainWhereChanged(at - HOUR_MS, at)
      .then(announceIf)
      .catch(report);
  };

  return {
    changed: (): void => changed.announce({}),

    /** Covers games that begin during a vacation. */
    react({ isLocal, events, state }: Committed): void {
      if (!isLocal || !startsGame(events) || state.settings.time?.kind === 'clock') return;
      const people = state.seats.flatMap(({ player }) => (player === null || isComputer(player) ? [] : [player.id]));
      store.writeAgain(people, now()).then(announceIf).catch(report);
    },

    /**
     * Writes the vacation of the side to move into a game whose time seems to be over, if the game lacks it.
     * @returns whether the game has it; undefined if the game cannot have one
     */
    writeBeforeFlag(gameId: GameId, state: GameState): Promise<boolean> | undefined {
      const mover = moverWithDays(state);
      return mover === undefined ? undefined : writeRunning(gameId, mover);
    },

    start(): void {
      timers.push(every(POLL_EVERY_MS, working.request), every(SEARCH_EVERY_MS, search));
      search();
      working.request();
    },

    async close(): Promise<void> {
      for (const cancel of timers.splice(0)) cancel();
      await working.close();
    },
  };
}

export type VacationWriter = ReturnType<typeof createVacationWriter>;

function moverWithDays(state: GameState): PlayerId | undefined {
  if (state.status !== 'live' || state.settings.time?.kind === 'clock') return undefined;
  const { turn } = currentPosition(state);
  return state.seats.find(({ side }) => side === turn)?.player?.id;
}
