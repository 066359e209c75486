import {
  type CommandContext,
  decide,
  fold,
  type GameState,
  open,
  processedSeq,
  type Reservation,
  rematch,
  rematchIn,
  type ServerCommand,
  seatAll,
} from '@terrace/game';
import type { Command, CommandId, GameEvent, GameId, LoggedEvent, Player, Refusal, Settings } from '@terrace/protocol';
import { err, ok, type Result, type Side } from '@terrace/rules';
import { LRUCache } from 'lru-cache';
import { gameIdOf, rematchIdOf } from './id.ts';
import { createOutage } from './outage.ts';
import { DatabaseBusy, DatabaseUnavailable, type GameStore, isDatabaseFault, type Summary } from './store.ts';
import { summarize } from './summary.ts';

/** Game states cached in memory. Any may be dropped at any time and folded from the log again. */
const MAX_CACHED_GAMES = 20_000;

/** Events this node has committed, with the state after them. */
export type Committed = {
  readonly gameId: GameId;
  readonly events: readonly LoggedEvent[];
  readonly summary: Summary;
  readonly state: GameState;
};

/** A command sent to a game: `by` null is the server itself, `arrivedAt` in ms since 1970. */
export type CommandRequest = {
  readonly gameId: GameId;
  readonly by: Player | null;
  readonly commandId?: CommandId;
  readonly command: Command | ServerCommand;
  readonly arrivedAt: number;
  /** Round trip time of the sender's connection, in ms. */
  readonly lagMs?: number;
  /** Sides whose players have been away for longer than their grace period. */
  readonly gone?: readonly Side[];
};

/** A game to start at once, with a player for each side. */
export type GameRequest = {
  readonly commandId: CommandId;
  readonly settings: Settings;
  readonly seating: readonly [Reservation, ...Reservation[]];
  readonly arrivedAt: number;
};

/** A table to open, with its host at `side`. */
export type TableRequest = {
  readonly host: Player;
  readonly commandId: CommandId;
  readonly settings: Settings;
  readonly side: Side;
  readonly reservations: readonly Reservation[];
  readonly arrivedAt: number;
};

/** Checks whether a player may take a seat in a game of these settings. Resolves to the refusal, or undefined when they may. */
export type CheckEligibility = (player: Player, settings: Settings) => Promise<Refusal | undefined>;

export type GameService = ReturnType<typeof createGameService>;

type Services = {
  readonly store: GameStore;
  readonly checkEligibility: CheckEligibility;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
};

/**
 * The only writer of games. A game's commands are decided one after another, and their events are published only after
 * the commit. The cached state may be out of date because another node has written: then the append is refused, the
 * missing events are folded, and the command is decided again.
 */
export function createGameService({ store, checkEligibility, now, report }: Services) {
  const states = new LRUCache<GameId, GameState>({ max: MAX_CACHED_GAMES });
  const queues = new Map<GameId, Promise<unknown>>();
  const listeners: ((committed: Committed) => void)[] = [];
  const outage = createOutage({
    now,
    report,
    ping: () => store.ping(),
    creditClocks: async (since, until) => {
      const command: ServerCommand = { type: 'interrupt', since, until };
      const running = [...states].filter(([, state]) => state.status === 'live' && state.clock !== null);
      const interrupt = (gameId: GameId) =>
        enqueue(gameId, () => execute({ gameId, by: null, arrivedAt: until, command }));
      await Promise.all(running.map(([gameId]) => interrupt(gameId)));
    },
  });

  /** Runs `job` after all earlier jobs of this game. */
  function enqueue<T>(gameId: GameId, job: () => Promise<T>): Promise<T> {
    const turn = (queues.get(gameId) ?? Promise.resolve()).then(job);
    const settled = turn
      .catch(() => {})
      .then(() => {
        if (queues.get(gameId) === settled) queues.delete(gameId);
      });
    queues.set(gameId, settled);
    return turn;
  }

  async function catchUp(gameId: GameId, known: GameState | null): Promise<GameState | null> {
    const state = fold(known, await store.eventsAfter(gameId, known?.seq ?? 0));
    if (state !== null) states.set(gameId, state);
    return state;
  }

  async function execute(request: CommandRequest): Promise<Result<number, Refusal>> {
    const { gameId, by, commandId, command } = request;
    let state = states.get(gameId) ?? (await catchUp(gameId, null));
    for (;;) {
      if (state === null) return err({ code: 'no-such-game' });
      const before = by && commandId && processedSeq(state, by.id, commandId);
      if (before) return ok(before);
      const ineligible = by !== null && takesSeat(command) ? await checkEligibility(by, state.settings) : undefined;
      if (ineligible !== undefined) return err(ineligible);
      const context: CommandContext = {
        by,
        arrivedAt: request.arrivedAt,
        now: Math.max(now(), state.lastAt),
        lagMs: request.lagMs ?? 0,
        gone: request.gone ?? [],
        nextId: rematchIdOf(gameId),
      };
      const decision = decide(state, command, context);
      if (!decision.ok) {
        // The state may be out of date because another node has appended. Read the log once before refusing.
        const fresh: GameState | null = await catchUp(gameId, state);
        if (fresh === null || fresh.seq === state.seq) return decision;
        state = fresh;
        continue;
      }
      if (decision.value.length === 0) return ok(state.seq);
      if (rematchIn(decision.value) !== undefined) await createRematch(context.nextId, state, context.now);
      if (await commit(gameId, state, decision.value, context.now, request))
        return ok(state.seq + decision.value.length);
      state = await catchUp(gameId, state);
    }
  }

  /** Creates the rematch before the old game refers to it, so that a crash in between leaves no reference to a missing game. */
  async function createRematch(nextId: GameId | null, state: GameState, at: number): Promise<void> {
    const events = rematch(state);
    if (nextId !== null && events.ok) await commit(nextId, null, events.value, at, { by: null });
  }

  /** Appends events, then publishes them. False when another writer was first. */
  async function commit(
    gameId: GameId,
    state: GameState | null,
    newEvents: readonly GameEvent[],
    at: number,
    { by, commandId }: Pick<CommandRequest, 'by' | 'commandId'>,
  ): Promise<boolean> {
    const after = state?.seq ?? 0;
    const events = newEvents.map((event, i) => ({
      seq: after + 1 + i,
      at,
      ...(by && { by: by.id }),
      ...(commandId && { commandId }),
      event,
    }));
    const next = fold(state, events);
    if (next === null) throw new Error('a command made no event');
    const summary = summarize(gameId, next);
    // If this throws, the cached state is not changed. Should the events have been saved all the same, the next append is refused.
    if (!(await save(after, events, summary))) return false;
    states.set(gameId, next);
    for (const listener of listeners) listener({ gameId, events, summary, state: next });
    return true;
  }

  /** Appends. @throws AppendFailed when Postgres is away */
  async function save(...entry: Parameters<GameStore['append']>): Promise<boolean> {
    try {
      return await store.append(...entry);
    } catch (error) {
      throw error instanceof DatabaseUnavailable ? new AppendFailed('not saved', { cause: error }) : error;
    }
  }

  /**
   * Refuses with `not-saved` during an outage. An append that failed starts one; where reading failed, only this command is
   * refused, and Postgres is asked whether it is there.
   */
  async function unlessOutage<T>(
    arrivedAt: number,
    job: () => Promise<Result<T, Refusal>>,
  ): Promise<Result<T, Refusal>> {
    if (outage.isOn) return err({ code: 'not-saved' });
    try {
      return await job();
    } catch (error) {
      if (error instanceof AppendFailed) outage.start(arrivedAt);
      else if (isDatabaseFault(error)) outage.check(arrivedAt);
      else throw error;
      return err(error instanceof DatabaseBusy ? { code: 'busy', retryMs: error.retryMs } : { code: 'not-saved' });
    }
  }

  return {
    /** Executes a command. @returns the seq of the last event it made, or the refusal. @throws on bugs of ours only */
    command: (request: CommandRequest): Promise<Result<number, Refusal>> =>
      unlessOutage(request.arrivedAt, () => enqueue(request.gameId, () => execute(request))),

    /** Opens a table. Its id is derived from the player and the command id, so that a repeated request opens no second one. */
    createTable: ({ host, commandId, settings, side, reservations, arrivedAt }: TableRequest) =>
      unlessOutage(arrivedAt, async (): Promise<Result<{ gameId: GameId; seq: number }, Refusal>> => {
        const events = open(settings, host, side, reservations);
        if (!events.ok) return events;
        const ineligible = await checkEligibility(host, settings);
        if (ineligible !== undefined) return err(ineligible);
        const gameId = gameIdOf(host.id, commandId);
        return enqueue(gameId, async () => {
          if (!(await commit(gameId, null, events.value, now(), { by: host, commandId }))) await catchUp(gameId, null);
          return ok({ gameId, seq: events.value.length });
        });
      }),

    /** Creates a game with all seats taken, which starts at once. The first player counts as its host. */
    createGame: ({ commandId, settings, seating, arrivedAt }: GameRequest) =>
      unlessOutage(arrivedAt, async (): Promise<Result<GameId, Refusal>> => {
        const gameId = gameIdOf(seating[0].player.id, commandId);
        const events = seatAll(settings, seating);
        if (!events.ok) return events;
        return enqueue(gameId, async () => {
          if (!(await commit(gameId, null, events.value, now(), { by: null }))) await catchUp(gameId, null);
          return ok(gameId);
        });
      }),

    /** The state of a game according to its log; null for an unknown one. */
    state: (gameId: GameId): Promise<GameState | null> => catchUp(gameId, states.get(gameId) ?? null),

    /** The events of a game after seq `after`, from the store; empty for an unknown game or when there are none. */
    eventsAfter: (gameId: GameId, after: number): Promise<readonly LoggedEvent[]> => store.eventsAfter(gameId, after),

    /** Drops cached states of games whose log was rewritten. */
    evict: (ids: readonly GameId[]): void => {
      for (const id of ids) states.delete(id);
    },

    /** Calls `listener` with everything this node commits, in order for each game. */
    onCommitted: (listener: (committed: Committed) => void): void => {
      listeners.push(listener);
    },

    /** Stops probing for the end of an outage. */
    close: (): void => outage.close(),
  };
}

/** Events were not saved, as far as we know. */
class AppendFailed extends Error {}

/** Whether a command gives its sender a seat: by sitting down, or in a rematch they offer or agree to. */
const takesSeat = (command: Command | ServerCommand): boolean =>
  command.type === 'sit' || (command.type === 'offer' && command.offer === 'rematch');
