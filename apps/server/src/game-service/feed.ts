import { fold, type GameState } from '@terrace/game';
import type { GameId, LoggedEvent } from '@terrace/protocol';
import { LRUCache } from 'lru-cache';
import { createListeners } from '../runtime/listeners.ts';
import type { GameStore, Summary } from './games.ports.ts';
import { summarize } from './summary.ts';

/**
 * Events of all games whose states are cached in memory, at some 700 bytes each: ten thousand live games in their middle. Any state
 * may be dropped at any time and folded from the log again.
 */
const MAX_CACHED_EVENTS = 400_000;

/** What a game takes beside its events, in events. */
const EVENTS_OF_A_GAME = 4;

/** How long an append that got no answer may still be saved, in ms; Postgres has ended any statement by then. */
const MAX_UNCONFIRMED_MS = 60_000;

/** Consecutive events of a game's log, with the state after them. */
export type Committed = {
  /** Whether this node appended the events. A reaction that one node is to have belongs to the node that did. */
  readonly isLocal: boolean;
  readonly gameId: GameId;
  readonly events: readonly LoggedEvent[];
  readonly summary: Summary;
  readonly state: GameState;
  /** The id of a connection that gets the events with the answer to its command, and must not be sent them again. */
  readonly answeredTo?: string | undefined;
};

/** An append that is in flight, or got no answer: the published state that it follows, and when it failed. */
type Unconfirmed = { readonly published: GameState | null; failedAt?: number };

/** Events to append to a game: what they follow, and the state after them. */
type Append = Omit<Committed, 'isLocal'> & { readonly before: GameState | null };

/** A state that was read from the log. `isPublished` is false when it was only read here, for a question about the game. */
type Cached = { readonly state: GameState; readonly isPublished: boolean };

type Dependencies = {
  readonly store: Pick<GameStore, 'eventsAfter' | 'readLog' | 'lastSeqs'>;
  /** Monotonic, in ms. */
  readonly elapsed: () => number;
  readonly reportError: (error: unknown) => void;
};

export type Feed = ReturnType<typeof createFeed>;

/**
 * Publishes the committed log to the listeners of this process, whichever node appended to it. A cached state is the last one that
 * was published. So each read of a longer log (for a command that lost a race, a retry of one that got no answer, a question of a
 * client, a check after an outage) publishes the rest: each event once, and in order. Events received from another node are
 * published too. Nothing is published of a game that was only read here: each subscriber begins by reading it.
 */
export function createFeed({ store, elapsed, reportError }: Dependencies) {
  const states = new LRUCache<GameId, Cached>({
    maxSize: MAX_CACHED_EVENTS,
    sizeCalculation: ({ state }) => EVENTS_OF_A_GAME + state.seq,
  });
  const unconfirmed = new Map<GameId, Unconfirmed>();
  const { add: listen, call: publish } = createListeners<[committed: Committed]>(reportError);

  /** The state that was published last: null for a new game, undefined when the game is unknown here. */
  const publishedState = (gameId: GameId): GameState | null | undefined =>
    states.get(gameId)?.state ?? unconfirmed.get(gameId)?.published;

  /** Publishes those events after `before` that are new here. @returns the state after all known events */
  function advance(
    gameId: GameId,
    before: GameState | null | undefined,
    events: readonly LoggedEvent[],
    isLocal = unconfirmed.has(gameId),
  ): GameState | null {
    const now = publishedState(gameId); // may have advanced while the events were read
    const published = (now?.seq ?? 0) >= (before?.seq ?? 0) && now !== undefined ? now : before;
    const fresh = events.filter(({ seq }) => seq > (published?.seq ?? 0));
    const state = fold(published ?? null, fresh);
    if (state === null || fresh.length === 0) return state;
    states.set(gameId, { state, isPublished: published !== undefined });
    if (published !== undefined) {
      publish({ isLocal, gameId, events: fresh, summary: summarize(gameId, state), state });
    }
    return state;
  }

  /** Publishes the events of a game that is unknown here from the first one on that `isNew`. */
  async function readAll(gameId: GameId, isNew: (logged: LoggedEvent) => boolean): Promise<void> {
    const log = await store.readLog(gameId, 0);
    const first = log.findIndex(isNew);
    if (first >= 0) advance(gameId, fold(null, log.slice(0, first)), log.slice(first), false);
  }

  /** Reads what the log has beyond the published state. @returns the state; null for an unknown game */
  async function readMissing(gameId: GameId, read: GameStore['eventsAfter']): Promise<GameState | null> {
    const before = publishedState(gameId);
    return advance(gameId, before, await read(gameId, before?.seq ?? 0));
  }

  /** Publishes events that were saved here. @returns the state after all known events, and which of these had not been published */
  function publishSaved({ before, ...made }: Append): Pick<Committed, 'state' | 'events'> {
    const { gameId, events } = made;
    const isNext = (publishedState(gameId) ?? null) === before; // the log was not read in the meantime
    const state = isNext ? made.state : (advance(gameId, before, events) ?? made.state);
    if (isNext) {
      states.set(gameId, { state, isPublished: true });
      publish({ isLocal: true, ...made });
    }
    unconfirmed.delete(gameId); // after a later append, an earlier one cannot be saved any more
    return { state, events: isNext ? events : [] };
  }

  /** The same for a command or what else play waits for. */
  const catchUp = (gameId: GameId): Promise<GameState | null> => readMissing(gameId, store.eventsAfter);

  /** Reads what is missing up to this event, which the log is known to have. */
  async function catchUpTo(gameId: GameId, seq: number): Promise<void> {
    const published = publishedState(gameId);
    if (published !== undefined && seq > (published?.seq ?? 0)) await catchUp(gameId);
  }

  return {
    catchUp,
    catchUpTo,

    /** The same as `catchUp` for spectators and lists, who share the reads and take no connection from play. */
    read: (gameId: GameId): Promise<GameState | null> => readMissing(gameId, store.readLog),

    cached: (gameId: GameId): GameState | undefined => states.get(gameId)?.state,

    cachedWhere: (is: (gameId: GameId, state: GameState) => boolean): GameId[] =>
      [...states].flatMap(([gameId, { state }]) => (is(gameId, state) ? [gameId] : [])),

    publishSaved,

    /** Registers appends before they are sent, so that a reader who gets the events before the answer publishes them. */
    register(appends: readonly Append[]) {
      const pending = appends.map(({ gameId, before }) => ({ gameId, entry: { published: before } as Unconfirmed }));
      for (const { gameId, entry } of pending) if (!unconfirmed.has(gameId)) unconfirmed.set(gameId, entry);
      return {
        notSaved(): void {
          for (const { gameId, entry } of pending) if (unconfirmed.get(gameId) === entry) unconfirmed.delete(gameId);
        },
        /** The events may have been saved all the same: `settleUnconfirmed` reads the games until that is known. */
        unanswered(): void {
          for (const { gameId, entry } of pending) {
            const left = unconfirmed.get(gameId) ?? entry;
            left.failedAt = elapsed();
            unconfirmed.set(gameId, left);
          }
        },
      };
    },

    /** Publishes what another node has appended. What is missing before it is read. */
    async receive(gameId: GameId, events: readonly LoggedEvent[]): Promise<void> {
      const [first, last] = [events[0], events.at(-1)];
      if (first === undefined || last === undefined) return;
      const [cached, published] = [states.get(gameId), publishedState(gameId)];
      if (cached !== undefined && !cached.isPublished && last.seq <= cached.state.seq) {
        const { state } = cached;
        states.set(gameId, { state, isPublished: true });
        publish({ isLocal: false, gameId, events, summary: summarize(gameId, state), state });
      } else if (first.seq <= (published?.seq ?? 0) + 1) advance(gameId, published ?? null, events, false);
      else if (published === undefined) await readAll(gameId, ({ seq }) => seq >= first.seq);
      else await catchUp(gameId);
    },

    /** Publishes a game up to this event, which another node has appended since `instant`, in ms since 1970. */
    async catchUpSince(gameId: GameId, seq: number, instant: number): Promise<void> {
      if (publishedState(gameId) === undefined) await readAll(gameId, ({ at }) => at >= instant);
      else await catchUpTo(gameId, seq);
    },

    /** Publishes what was saved by appends that got no answer. */
    async settleUnconfirmed(): Promise<void> {
      const failed = [...unconfirmed].filter(([, { failedAt }]) => failedAt !== undefined);
      if (failed.length === 0) return;
      const seqs = await store.lastSeqs(failed.map(([gameId]) => gameId));
      for (const [gameId, entry] of failed) {
        const isSaved = (seqs.get(gameId) ?? 0) > (entry.published?.seq ?? 0);
        if (isSaved) await catchUp(gameId);
        const isOver = isSaved || elapsed() - (entry.failedAt ?? 0) > MAX_UNCONFIRMED_MS;
        if (isOver && unconfirmed.get(gameId) === entry) unconfirmed.delete(gameId);
      }
    },

    /** Publishes what the logs of all cached games have beyond the published states, such as after an outage. */
    async catchUpAll(): Promise<void> {
      const seqs = await store.lastSeqs([...states.keys()]);
      for (const [gameId, seq] of seqs) await catchUpTo(gameId, seq);
    },

    /** Drops cached states of games whose log was rewritten. */
    evict(ids: readonly GameId[]): void {
      for (const id of ids) {
        states.delete(id);
        unconfirmed.delete(id);
      }
    },

    /** Calls `listener` with everything that is committed, in order for each game. */
    listen,
  };
}
