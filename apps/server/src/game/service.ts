import { randomUUID } from 'node:crypto';
import {
  type CommandContext,
  decide,
  flagAt,
  fold,
  type GameState,
  moverOf,
  open,
  processedSeq,
  type Reservation,
  rematch,
  rematchIn,
  type ServerCommand,
  seatAll,
} from '@terrace/game';
import type {
  Command,
  CommandId,
  GameEvent,
  GameId,
  LoggedEvent,
  Player,
  PlayerId,
  Refusal,
  RefusalCode,
  Settings,
} from '@terrace/protocol';
import { err, ok, type Result, type Side } from '@terrace/rules';
import { createAvailability, type SavedBeat } from './availability.ts';
import { createFeed } from './feed.ts';
import { gameIdOf, rematchIdOf } from './id.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import { createRefunds } from './refunds.ts';
import { type AddressOf, seatDemand } from './seat-demand.ts';
import { DatabaseBusy, DatabaseUnavailable, type GameStore, isDatabaseFault } from './store.ts';
import { summarize } from './summary.ts';

export type { Committed } from './feed.ts';

/** A command sent to a game: `by` null is the server itself, `arrivedAt` in ms since 1970. */
export type CommandRequest = {
  readonly gameId: GameId;
  readonly by: Player | null;
  readonly commandId?: CommandId;
  readonly command: Command | ServerCommand;
  readonly arrivedAt: number;
  /** The address block it was sent from. */
  readonly address?: string;
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
  /** The address block of each player, where it is known. */
  readonly addresses?: ReadonlyMap<PlayerId, string>;
};

/** A table to open, with its host at `side`. */
export type TableRequest = {
  readonly host: Player;
  readonly commandId: CommandId;
  readonly settings: Settings;
  readonly side: Side;
  readonly reservations: readonly Reservation[];
  readonly arrivedAt: number;
  /** The address block of the host. */
  readonly address?: string;
};

/** Checks whether a player may take a seat in a game of these settings. Resolves to the refusal, or undefined when they may. */
export type CheckEligibility = (player: Player, settings: Settings) => Promise<Refusal | undefined>;

/** Is told of what happens to the service, for monitoring. */
export type ServiceWatch = {
  /** A command of this kind was answered: `ok`, or with a refusal of this code. */
  readonly commandAnswered: (kind: CommandRequest['command']['type'], answer: 'ok' | RefusalCode) => void;
  /** From now on nothing can be saved. */
  readonly postgresLost: () => void;
};

export type GameService = ReturnType<typeof createGameService>;

type Services = {
  /** The id of this node; one of its own without it. */
  readonly node?: string;
  readonly store: GameStore;
  readonly checkEligibility: CheckEligibility;
  readonly now: () => number;
  /** The clock of the machine, in ms: what shows that it stood still. */
  readonly device?: () => number;
  readonly report: (error: unknown) => void;
  /** Whether another node serves a player at a game: what this one did is not to be made good to them. */
  readonly isElsewhere?: (gameId: GameId, player: PlayerId) => boolean;
  readonly watch?: ServiceWatch;
};

const UNWATCHED: ServiceWatch = { commandAnswered: () => undefined, postgresLost: () => undefined };

/**
 * The only writer of games. A game's commands are decided one after another, and their events are told only after the
 * commit. The cached state may be out of date because another node has written: then the append is refused, the missing
 * events are folded, and the command is decided again.
 */
export function createGameService(services: Services) {
  const { node = randomUUID(), store, checkEligibility, now, device = Date.now, report } = services;
  const { isElsewhere = () => false } = services;
  const { commandAnswered, postgresLost } = services.watch ?? UNWATCHED;
  const feed = createFeed({ store, elapsed: () => performance.now(), report });
  const beatListeners: ((beat: SavedBeat) => void)[] = [];
  const enqueue = createKeyedQueue<GameId>();
  const refunds = createRefunds({
    refundAll: (ids) => Promise.all(ids.map((gameId) => enqueue(gameId, () => refund(gameId, now())))),
    report,
  });
  const availability = createAvailability({
    ...{ node, store, now, device, report },
    onAway: postgresLost,
    async onBeat(beat) {
      for (const listener of beatListeners) listener(beat);
      await feed.settleUnsure();
    },
    async onInterrupted(what) {
      const isConcerned = (gameId: GameId, state: GameState): boolean => {
        if (flagAt(state) === undefined) return false;
        const mover = moverOf(state);
        return what === 'store' || mover === null || !isElsewhere(gameId, mover.id);
      };
      refunds.begin(async () => feed.cachedWhere(isConcerned));
      await feed.catchUpAll();
    },
  });

  async function execute(request: CommandRequest): Promise<Result<number, Refusal>> {
    const { gameId, by, commandId, command } = request;
    let state = feed.cached(gameId) ?? (await feed.catchUp(gameId));
    for (;;) {
      if (state === null) return err({ code: 'no-such-game' });
      const before = by && commandId && processedSeq(state, by.id, commandId);
      if (before) return ok(before);
      const ineligible = by !== null && takesSeat(command) ? await checkEligibility(by, state.settings) : undefined;
      if (ineligible !== undefined) return err(ineligible);
      const owed = owedTo(state, request.arrivedAt);
      if (owed.length > 0) {
        state = (await commit(gameId, state, owed, nowAfter(state), { by: null })) ?? (await feed.catchUp(gameId));
        continue;
      }
      const context: CommandContext = {
        by,
        arrivedAt: request.arrivedAt,
        now: nowAfter(state),
        lagMs: request.lagMs ?? 0,
        gone: request.gone ?? [],
        nextId: rematchIdOf(gameId),
      };
      const decision = decide(state, command, context);
      if (!decision.ok) {
        // The state may be out of date because another node has appended. Read the log once before refusing.
        const fresh: GameState | null = await feed.catchUp(gameId);
        if (fresh === null || fresh.seq === state.seq) return decision;
        state = fresh;
        continue;
      }
      if (decision.value.length === 0) return ok(state.seq);
      if (rematchIn(decision.value) !== undefined) await createRematch(context.nextId, state, context.now, request);
      const next = await commit(gameId, state, decision.value, context.now, {
        ...request,
        addressOf: senderOnly(request),
      });
      if (next !== undefined) return ok(state.seq + decision.value.length);
      state = await feed.catchUp(gameId);
    }
  }

  /** Now, but never before the last event of a game: time does not run backwards in a log. */
  const nowAfter = (state: GameState): number => Math.max(now(), state.lastAt);

  /** What gives a running turn back the first interruption that fell into it before `at` and is not given back yet. */
  function owedTo(state: GameState, at: number): readonly GameEvent[] {
    if (flagAt(state) === undefined || state.clock === null) return [];
    const { turnStartedAt } = state.clock;
    for (const { since, until } of availability.before(at)) {
      if (until <= turnStartedAt) continue;
      const command = { type: 'interrupt', since, until } as const;
      const decision = decide(state, command, serverContext(nowAfter(state)));
      if (decision.ok && decision.value.length > 0) return decision.value;
    }
    return [];
  }

  /** Gives the running turn of a game back what interruptions before `at` took of it. */
  async function refund(gameId: GameId, at: number): Promise<void> {
    let state = feed.cached(gameId) ?? (await feed.catchUp(gameId));
    while (state !== null) {
      const owed = owedTo(state, at);
      if (owed.length === 0) return;
      state = (await commit(gameId, state, owed, nowAfter(state), { by: null })) ?? (await feed.catchUp(gameId));
    }
  }

  /** Creates the rematch before the old game refers to it, so that a crash in between leaves no reference to a missing game. */
  async function createRematch(
    nextId: GameId | null,
    state: GameState,
    at: number,
    { address }: CommandRequest,
  ): Promise<void> {
    const events = rematch(state);
    if (nextId !== null && events.ok) {
      // Where the others were when they offered it is not known: all seats count with whoever agrees last.
      await commit(nextId, null, events.value, at, { by: null, addressOf: () => address });
    }
  }

  /**
   * Appends events, and tells of them. A failure to save begins an outage.
   *
   * @returns the state after them; undefined when another writer was first
   * @throws BeyondShare
   */
  async function commit(
    gameId: GameId,
    state: GameState | null,
    newEvents: readonly GameEvent[],
    at: number,
    {
      by,
      commandId,
      addressOf = () => undefined,
    }: Pick<CommandRequest, 'by' | 'commandId'> & { addressOf?: AddressOf },
  ): Promise<GameState | undefined> {
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
    const demand = seatDemand(newEvents, summary, addressOf);
    let refusal: Refusal | undefined;
    try {
      const appended = await feed.append(gameId, state, events, async () => {
        const done = await store.append(after, events, summary, demand);
        if (typeof done !== 'boolean') refusal = done;
        return done === true;
      });
      if (refusal !== undefined) throw new BeyondShare(refusal);
      return appended;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) availability.failed(at);
      throw error;
    }
  }

  /** The events of a game after seq `after`, or the first `most` of them; empty for an unknown game or when there are none. */
  async function eventsAfter(gameId: GameId, after: number, most?: number): Promise<readonly LoggedEvent[]> {
    const events = await store.readLog(gameId, after, most);
    const last = events.at(-1);
    if (last !== undefined) feed.heardOf(gameId, last.seq).catch(report);
    return events;
  }

  /**
   * Refuses with `not-saved` while nothing can be saved. An append that failed begins that; where reading failed, only this
   * command is refused, and a beat finds out whether Postgres is there.
   */
  async function unlessAway<T>(job: () => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> {
    if (availability.isAway) return err({ code: 'not-saved' });
    try {
      return await job();
    } catch (error) {
      if (error instanceof BeyondShare) return err(error.refusal);
      if (!isDatabaseFault(error)) throw error;
      availability.check();
      return err(error instanceof DatabaseBusy ? { code: 'busy', retryMs: error.retryMs } : { code: 'not-saved' });
    }
  }

  return {
    /** Executes a command. @returns the seq of the last event it made, or the refusal. @throws on bugs of ours only */
    async command(request: CommandRequest): Promise<Result<number, Refusal>> {
      let answer: 'ok' | RefusalCode = 'unexpected';
      try {
        const done = await unlessAway(() => enqueue(request.gameId, () => execute(request)));
        answer = done.ok ? 'ok' : done.error.code;
        return done;
      } finally {
        commandAnswered(request.command.type, answer);
      }
    },

    /** Whether nothing can be saved for now, as far as it is known. */
    isAway: (): boolean => availability.isAway,

    /**
     * Says that some time of a game has run out. The store must answer first: one that does not for a while would save this in the
     * end, and nobody would have been given the time in which it did not.
     */
    async flag(gameId: GameId): Promise<Result<number, Refusal>> {
      await availability.confirm();
      return this.command({ gameId, by: null, command: { type: 'flag' }, arrivedAt: now() });
    },

    /** Opens a table. Its id is derived from the player and the command id, so that a repeated request opens no second one. */
    createTable: ({ host, commandId, settings, side, reservations, address }: TableRequest) =>
      unlessAway(async (): Promise<Result<{ gameId: GameId; seq: number }, Refusal>> => {
        const events = open(settings, host, side, reservations);
        if (!events.ok) return events;
        const ineligible = await checkEligibility(host, settings);
        if (ineligible !== undefined) return err(ineligible);
        const gameId = gameIdOf(host.id, commandId);
        return enqueue(gameId, async () => {
          const origin = { by: host, commandId, addressOf: senderOnly({ by: host, address }) };
          if (!(await commit(gameId, null, events.value, now(), origin))) await feed.catchUp(gameId);
          return ok({ gameId, seq: events.value.length });
        });
      }),

    /** Creates a game with all seats taken, which starts at once. The first player counts as its host. */
    createGame: ({ commandId, settings, seating, addresses }: GameRequest) =>
      unlessAway(async (): Promise<Result<GameId, Refusal>> => {
        const gameId = gameIdOf(seating[0].player.id, commandId);
        const events = seatAll(settings, seating);
        if (!events.ok) return events;
        return enqueue(gameId, async () => {
          const origin = { by: null, addressOf: (player: PlayerId) => addresses?.get(player) };
          if (!(await commit(gameId, null, events.value, now(), origin))) await feed.catchUp(gameId);
          return ok(gameId);
        });
      }),

    /** The state of a game according to its log; null for an unknown one. */
    state: (gameId: GameId): Promise<GameState | null> => feed.look(gameId),

    /** The state of a game as far as it is known without a look into its log. */
    known: feed.cached,

    eventsAfter,

    /** The same as `eventsAfter` for somebody who hears what is committed from now on: together nothing is missing. */
    async eventsToFollow(gameId: GameId, after: number, most: number): Promise<readonly LoggedEvent[]> {
      if (feed.cached(gameId) === undefined) await feed.look(gameId);
      return eventsAfter(gameId, after, most);
    },

    /** Drops cached states of games whose log was rewritten. */
    evict: feed.evict,

    /** Calls `listener` with everything that is committed, in order for each game. */
    onCommitted: feed.listen,

    /** Takes in what another node has appended. */
    hear: feed.hear,

    /** Looks for what other nodes have appended without being heard since `instant`, in ms since 1970. */
    async findMissed(instant: number): Promise<void> {
      for (const [gameId, seq] of await store.changedSince(instant)) await feed.mayHaveMissed(gameId, seq, instant);
    },

    /** Drops the cached states of games that are over: their logs may have been rewritten. */
    evictFinished: (): void => feed.evict(feed.cachedWhere((_, { status }) => status === 'over')),

    /** Calls `listener` with every beat that is saved. */
    onBeat: (listener: (beat: SavedBeat) => void): void => void beatListeners.push(listener),

    /** Begins to watch over the store, and gives the clocks back the time for which no server was there. */
    async start(): Promise<void> {
      await store.prepareAppends();
      if (await availability.start()) refunds.begin(() => store.gamesWithRunningClock());
    },

    /** Ends what runs by itself. */
    async close(): Promise<void> {
      await availability.close();
      await refunds.close();
    },
  };
}

/** Somebody would have more than anybody may: nothing was appended. */
class BeyondShare extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** The address block of whoever sent a request is that of nobody else. */
const senderOnly =
  ({ by, address }: { by: Player | null; address?: string | undefined }): AddressOf =>
  (player) =>
    player === by?.id ? address : undefined;

/** Whether a command gives its sender a seat: by sitting down, or in a rematch they offer or agree to. */
const takesSeat = (command: Command | ServerCommand): boolean =>
  command.type === 'sit' || (command.type === 'offer' && command.offer === 'rematch');

/** The context of a command of the server itself. */
const serverContext = (now: number): CommandContext => ({
  by: null,
  arrivedAt: now,
  now,
  lagMs: 0,
  gone: [],
  nextId: null,
});
