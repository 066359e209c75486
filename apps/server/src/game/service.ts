import {
  type CommandContext,
  decide,
  fold,
  type GameState,
  open,
  processedSeq,
  type Reservation,
  rematch,
  type ServerCommand,
  seatAll,
} from '@terrace/game';
import type { Command, CommandId, GameEvent, GameId, LoggedEvent, Player, Refusal, Settings } from '@terrace/protocol';
import { err, ok, type Result, type Side } from '@terrace/rules';
import { LRUCache } from 'lru-cache';
import { gameIdOf, rematchIdOf } from './id.ts';
import { createOutage } from './outage.ts';
import { DatabaseUnavailable, type GameStore, type Summary } from './store.ts';
import { summarize } from './summary.ts';

/** Games kept folded in memory. Any of them may be dropped at any time: the log is the truth. */
const CACHED_GAMES = 20_000;

/** Events that have been committed, told once, by the node that committed them. */
export type Committed = {
  readonly gameId: GameId;
  readonly events: readonly LoggedEvent[];
  readonly summary: Summary;
  readonly state: GameState;
};

/** A command as it reached the server: `by` null is the server itself, `arrivedAt` in ms since 1970. */
export type CommandRequest = {
  readonly gameId: GameId;
  readonly by: Player | null;
  readonly commandId?: CommandId;
  readonly command: Command | ServerCommand;
  readonly arrivedAt: number;
  /** What the sender's connection takes there and back, in ms. */
  readonly lagMs?: number;
  /** Sides whose players have been away past their grace. */
  readonly gone?: readonly Side[];
};

/** People who were brought together, each at a side. */
export type GameRequest = {
  readonly commandId: CommandId;
  readonly settings: Settings;
  readonly seating: readonly [Reservation, ...Reservation[]];
  readonly arrivedAt: number;
};

/** A table somebody wants to open, with its host at `side`. */
export type TableRequest = {
  readonly host: Player;
  readonly commandId: CommandId;
  readonly settings: Settings;
  readonly side: Side;
  readonly reservations: readonly Reservation[];
  readonly arrivedAt: number;
};

/** Why somebody may not sit at a table of these settings, or open one; undefined when they may. */
export type CheckEligibility = (player: Player, settings: Settings) => Promise<Refusal | undefined>;

export type GameService = ReturnType<typeof createGameService>;

/**
 * The only writer of games. A game's commands are decided one after another; what they make is told to nobody before
 * it is committed. The state it keeps is a hint: another node may have written meanwhile, then the append is refused,
 * what was missed is folded, and the command is decided again.
 */
export function createGameService(
  store: GameStore,
  admission: CheckEligibility,
  now: () => number,
  report: (fault: unknown) => void,
) {
  const states = new LRUCache<GameId, GameState>({ max: CACHED_GAMES });
  const queues = new Map<GameId, Promise<unknown>>();
  const listeners: ((committed: Committed) => void)[] = [];
  const outage = createOutage({
    now,
    report,
    ping: () => store.ping(),
    makeGood: async (since, until) => {
      const command: ServerCommand = { type: 'interrupt', since, until };
      const running = [...states].filter(([, state]) => state.status === 'live' && state.clock !== null);
      const interrupt = (gameId: GameId) =>
        enqueue(gameId, () => execute({ gameId, by: null, arrivedAt: until, command }));
      await Promise.all(running.map(([gameId]) => interrupt(gameId)));
    },
  });

  /** Runs `job` when all earlier jobs of this game are done. */
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

  async function execute(incoming: CommandRequest): Promise<Result<number, Refusal>> {
    const { gameId, by, commandId, command } = incoming;
    let state = states.get(gameId) ?? (await catchUp(gameId, null));
    for (;;) {
      if (state === null) return err({ code: 'no-such-game' });
      const before = by && commandId && processedSeq(state, by.id, commandId);
      if (before) return ok(before);
      const barred = by !== null && takesSeat(command) ? await admission(by, state.settings) : undefined;
      if (barred !== undefined) return err(barred);
      const context: CommandContext = {
        by,
        arrivedAt: incoming.arrivedAt,
        now: Math.max(now(), state.lastAt),
        lagMs: incoming.lagMs ?? 0,
        gone: incoming.gone ?? [],
        nextId: rematchIdOf(gameId),
      };
      const decision = decide(state, command, context);
      if (!decision.ok) {
        // What refuses may be out of date: another node may have played since. Ask the log once before saying no.
        const fresh: GameState | null = await catchUp(gameId, state);
        if (fresh === null || fresh.seq === state.seq) return decision;
        state = fresh;
        continue;
      }
      if (decision.value.length === 0) return ok(state.seq);
      if (decision.value.some(({ type }) => type === 'rematched')) await begin(context.nextId, state, context.now);
      if (await commit(gameId, state, decision.value, context.now, incoming))
        return ok(state.seq + decision.value.length);
      state = await catchUp(gameId, state);
    }
  }

  /** The rematch stands before the old game names it: a crash between the two leaves the players a game, not a dead link. */
  async function begin(nextId: GameId | null, state: GameState, at: number): Promise<void> {
    const events = rematch(state);
    if (nextId !== null && events.ok) await commit(nextId, null, events.value, at, { by: null });
  }

  /** Appends, then tells. False when another writer was first. */
  async function commit(
    gameId: GameId,
    state: GameState | null,
    made: readonly GameEvent[],
    at: number,
    { by, commandId }: Pick<CommandRequest, 'by' | 'commandId'>,
  ): Promise<boolean> {
    const after = state?.seq ?? 0;
    const events = made.map((event, i) => ({
      seq: after + 1 + i,
      at,
      ...(by && { by: by.id }),
      ...(commandId && { commandId }),
      event,
    }));
    const next = fold(state, events);
    if (next === null) throw new Error('a command made no event');
    const summary = summarize(gameId, next);
    // Should this fail, the state kept is the one before: if it was saved all the same, the next append finds out.
    if (!(await store.append(after, events, summary))) return false;
    states.set(gameId, next);
    for (const listener of listeners) listener({ gameId, events, summary, state: next });
    return true;
  }

  /** `not-saved` instead of a fault while Postgres is away, and the beginning of an outage when it goes. */
  async function unlessOutage<T>(
    arrivedAt: number,
    job: () => Promise<Result<T, Refusal>>,
  ): Promise<Result<T, Refusal>> {
    if (outage.on) return err({ code: 'not-saved' });
    try {
      return await job();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      outage.begin(arrivedAt);
      return err({ code: 'not-saved' });
    }
  }

  return {
    /** Carries a command out, or says why not. The value is the seq of the last event it made. Throws on our own faults. */
    command: (incoming: CommandRequest): Promise<Result<number, Refusal>> =>
      unlessOutage(incoming.arrivedAt, () => enqueue(incoming.gameId, () => execute(incoming))),

    /** Opens a table. The same player's same command id names the same table. */
    create: ({ host, commandId, settings, side, reservations, arrivedAt }: TableRequest) =>
      unlessOutage(arrivedAt, async (): Promise<Result<{ gameId: GameId; seq: number }, Refusal>> => {
        const barred = await admission(host, settings);
        if (barred !== undefined) return err(barred);
        const gameId = gameIdOf(host.id, commandId);
        const events = open(settings, host, side, reservations);
        if (!events.ok) return events;
        return enqueue(gameId, async () => {
          if (!(await commit(gameId, null, events.value, now(), { by: host, commandId }))) await catchUp(gameId, null);
          return ok({ gameId, seq: events.value.length });
        });
      }),

    /** Begins a game of people who are all there. The first of them counts as its host. */
    begin: ({ commandId, settings, seating, arrivedAt }: GameRequest) =>
      unlessOutage(arrivedAt, async (): Promise<Result<GameId, Refusal>> => {
        const gameId = gameIdOf(seating[0].player.id, commandId);
        const events = seatAll(settings, seating);
        if (!events.ok) return events;
        return enqueue(gameId, async () => {
          if (!(await commit(gameId, null, events.value, now(), { by: null }))) await catchUp(gameId, null);
          return ok(gameId);
        });
      }),

    /** The game as the log has it now; null for an unknown one. */
    state: (gameId: GameId): Promise<GameState | null> => catchUp(gameId, states.get(gameId) ?? null),

    /** The log of a game after `after`, straight from the store; empty for an unknown game or nothing new. */
    eventsAfter: (gameId: GameId, after: number): Promise<readonly LoggedEvent[]> => store.eventsAfter(gameId, after),

    /** Drops what is kept of games whose log was written anew. */
    forget: (ids: readonly GameId[]): void => {
      for (const id of ids) states.delete(id);
    },

    /** Hears of everything this node commits, in order for each game. */
    onCommitted: (listener: (committed: Committed) => void): void => {
      listeners.push(listener);
    },

    /** Stops waiting for Postgres to come back. */
    close: (): void => outage.close(),
  };
}

/** Whether a command brings its sender into a game: to sit down, or to ask for another game or agree to one. */
const takesSeat = (command: Command | ServerCommand): boolean =>
  command.type === 'sit' || (command.type === 'offer' && command.offer === 'rematch');
