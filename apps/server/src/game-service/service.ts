import { randomUUID } from 'node:crypto';
import { flagAt, type GameState, moverOf, openFullTable, openTable } from '@terrace/game';
import type { GameId, LoggedEvent, PlayerId, Refusal, RefusalCode } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import { createListeners } from '../runtime/listeners.ts';
import { realScheduler, type Scheduler } from '../runtime/scheduler.ts';
import { createAvailability, type SavedHeartbeat } from './availability.ts';
import { eachGame } from './each-game.ts';
import { createExecution, senderOnly } from './execution.ts';
import { createFeed } from './feed.ts';
import { type GameStore, isDatabaseFault, refusalOfFault } from './games.ports.ts';
import { gameIdOf } from './id.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import { createRefunds } from './refunds.ts';
import type { CheckEligibility, CommandRequest, CommandResult, GameRequest, TableRequest } from './requests.ts';

export type { Committed } from './feed.ts';

type ServiceWatch = {
  readonly commandAnswered: (kind: CommandRequest['command']['type'], answer: 'ok' | RefusalCode) => void;
  readonly postgresLost: () => void;
};

export type GameService = ReturnType<typeof createGameService>;

type Dependencies = {
  readonly node?: string;
  readonly store: GameStore;
  readonly checkEligibility: CheckEligibility;
  readonly now: () => number;
  /** The machine's clock, which shows how long the process or the store did not respond. */
  readonly machine?: Scheduler;
  readonly reportError: (error: unknown) => void;
  /** Whether something on this node follows the game. Others are read from the log when needed. */
  readonly isFollowed?: (gameId: GameId) => boolean;
  /** Interruptions of this node do not affect players who are connected to another node. */
  readonly isElsewhere?: (gameId: GameId, player: PlayerId) => boolean;
  readonly watch?: ServiceWatch;
  readonly onOutage?: (isDown: boolean) => void;
};

const NOT_SAVED = err<Refusal>({ code: 'not-saved' });

const UNWATCHED: ServiceWatch = { commandAnswered: () => undefined, postgresLost: () => undefined };

/** The only writer of games. It decides a game's commands one at a time and publishes events after the commit. */
export function createGameService(dependencies: Dependencies) {
  const {
    node = randomUUID(),
    store,
    checkEligibility,
    now,
    machine = realScheduler(Date.now),
    reportError,
  } = dependencies;
  const { isFollowed = () => true, isElsewhere = () => false, onOutage = () => undefined } = dependencies;
  const { commandAnswered, postgresLost } = dependencies.watch ?? UNWATCHED;
  const feed = createFeed({ store, elapsed: machine.elapsed, reportError });
  const heartbeats = createListeners<[heartbeat: SavedHeartbeat]>(reportError);
  const enqueue = createKeyedQueue<GameId>();
  const { execute, create, refund } = createExecution({
    store,
    feed,
    checkEligibility,
    now,
    onUnsaved: (at) => availability.storeFailed(at),
    interruptionsBefore: (at, after) => availability.before(at, after),
  });
  const refunds = createRefunds({
    refundAll: (ids) => Promise.all(ids.map((gameId) => enqueue(gameId, () => refund(gameId, now())))),
    scheduler: machine,
    reportError,
  });
  const availability = createAvailability({
    node,
    store,
    now,
    machine,
    reportError,
    onUnavailable: postgresLost,
    onOutage,
    async onHeartbeat(heartbeat) {
      heartbeats.call(heartbeat);
      await feed.settleUnconfirmed();
    },
    async onInterrupted(what) {
      const wasInterrupted = (gameId: GameId, state: GameState): boolean => {
        if (flagAt(state) === undefined || !isFollowed(gameId)) return false;
        const mover = moverOf(state);
        return what === 'store' || mover === null || !isElsewhere(gameId, mover.id);
      };
      refunds.refund(async () => feed.cachedWhere(wasInterrupted));
      await eachGame(await store.lastSeqs(feed.cachedWhere(isFollowed)), feed.catchUpTo, reportError);
    },
  });

  async function eventsAfter(gameId: GameId, after: number, most?: number): Promise<readonly LoggedEvent[]> {
    const events = await store.readLog(gameId, after, most);
    const last = events.at(-1);
    if (last !== undefined) feed.catchUpTo(gameId, last.seq).catch(reportError);
    return events;
  }

  /** A failed read or append refuses only its command, and probes the store. @throws other errors */
  function refusedBy(error: unknown): typeof NOT_SAVED {
    if (!isDatabaseFault(error)) throw error;
    availability.check();
    return err(refusalOfFault(error));
  }

  async function whileAvailable<T>(job: () => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> {
    if (availability.isUnavailable) return NOT_SAVED;
    try {
      return await job();
    } catch (error) {
      return refusedBy(error);
    }
  }

  return {
    /** @throws only on bugs */
    async command(request: CommandRequest): Promise<Result<CommandResult, Refusal>> {
      let answer: 'ok' | RefusalCode = 'unexpected';
      try {
        const done = availability.isUnavailable ? NOT_SAVED : await enqueue(request.gameId, () => execute(request));
        answer = done.ok ? 'ok' : done.error.code;
        return done;
      } catch (error) {
        const refused = refusedBy(error);
        answer = refused.error.code;
        return refused;
      } finally {
        commandAnswered(request.command.type, answer);
      }
    },

    isUnavailable: (): boolean => availability.isUnavailable,

    /** Claims a passed deadline once the store answers. A hanging store could save it later, without a refund. */
    async flag(gameId: GameId): Promise<Result<CommandResult, Refusal>> {
      await availability.confirm();
      return this.command({ gameId, by: null, command: { type: 'flag' }, arrivedAt: now() });
    },

    /** Derives the id from the player and the command id, so that a repeated request opens no second table. */
    createTable: ({ host, commandId, settings, side, reservations, address }: TableRequest) =>
      whileAvailable(async (): Promise<Result<{ gameId: GameId; seq: number }, Refusal>> => {
        const events = openTable(settings, host, side, reservations, now());
        if (!events.ok) return events;
        const ineligible = await checkEligibility(host, settings);
        if (ineligible !== undefined) return err(ineligible);
        const gameId = gameIdOf(host.id, commandId);
        const addressOf = senderOnly({ by: host, address });
        const change = { gameId, events: events.value, by: host, commandId, addressOf };
        const created = await enqueue(gameId, () => create(change));
        return created.ok ? ok({ gameId, seq: events.value.length }) : created;
      }),

    /** The first player counts as the host. */
    createGame: ({ commandId, settings, seating, addresses }: GameRequest) =>
      whileAvailable(async (): Promise<Result<GameId, Refusal>> => {
        const gameId = gameIdOf(seating[0].player.id, commandId);
        const events = openFullTable(settings, seating);
        if (!events.ok) return events;
        const addressOf = (player: PlayerId) => addresses?.get(player);
        return enqueue(gameId, () => create({ gameId, events: events.value, by: null, addressOf }));
      }),

    state: (gameId: GameId): Promise<GameState | null> => feed.read(gameId),

    cachedState: feed.cached,

    eventsAfter,

    /** Like `eventsAfter`, for a subscriber: the result and the events published after it have no gap. */
    async eventsToFollow(gameId: GameId, after: number, most: number): Promise<readonly LoggedEvent[]> {
      if (feed.cached(gameId) === undefined) await feed.read(gameId);
      return eventsAfter(gameId, after, most);
    },

    evict: feed.evict,

    onCommitted: feed.listen,

    receive: feed.receive,

    /**
     * Publishes the events of games that were not received from other nodes. `known` has the last known event of games
     * that may not be cached.
     *
     * @returns the last event of each game, without games whose events could not be published
     */
    async catchUp(known: ReadonlyMap<GameId, number | undefined>): Promise<ReadonlyMap<GameId, number>> {
      const published = new Map<GameId, number>();
      const publish = async (gameId: GameId, seq: number): Promise<void> => {
        await feed.catchUpFrom(gameId, known.get(gameId), seq);
        published.set(gameId, seq);
      };
      await eachGame(await store.lastSeqs([...known.keys()]), publish, reportError);
      return published;
    },

    openedSince: store.openedSince,

    /** Drops cached states of finished games, whose logs may have been rewritten. */
    evictFinished: (): void => feed.evict(feed.cachedWhere((_, { status }) => status === 'over')),

    onHeartbeat: heartbeats.add,

    /** Starts the heartbeats, and refunds clocks for the time without a server. */
    async start(): Promise<void> {
      await store.prepareAppends();
      if (await availability.start()) refunds.refund(() => store.gamesWithRunningClock());
    },

    async close(): Promise<void> {
      await availability.close();
      await refunds.close();
    },
  };
}
