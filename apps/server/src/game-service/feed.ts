import { fold, type GameState } from '@terrace/game';
import type { GameId, LoggedEvent } from '@terrace/protocol';
import { LRUCache } from 'lru-cache';
import { createListeners } from '../runtime/listeners.ts';
import { eachGame } from './each-game.ts';
import type { GameStore, Summary } from './games.ports.ts';
import { summarize } from './summary.ts';

/** At about 700 bytes per event, enough for ten thousand live games at mid-game. Evicted states are folded again. */
const MAX_CACHED_EVENTS = 400_000;

const EVENTS_OF_A_GAME = 4;

/** By then, Postgres has ended any statement that may still save an unanswered append. */
const MAX_UNCONFIRMED_MS = 60_000;

export type Committed = {
  /** Whether this node appended the events. Reactions that must happen once are the task of that node. */
  readonly isLocal: boolean;
  readonly gameId: GameId;
  /** The state before the events; null for a new game. */
  readonly before: GameState | null;
  readonly events: readonly LoggedEvent[];
  readonly summary: Summary;
  readonly state: GameState;
  /** This connection receives the events in its reply, not in the broadcast. */
  readonly answeredTo?: string | undefined;
};

/** An append in flight or unanswered, with the published state that it follows. */
type Unconfirmed = { readonly published: GameState | null; failedAt?: number };

type Append = Omit<Committed, 'isLocal'>;

/** A state read from the log. `isPublished` is false if the state was only read to answer a query. */
type Cached = { readonly state: GameState; readonly isPublished: boolean };

type Dependencies = {
  readonly store: Pick<GameStore, 'eventsAfter' | 'readLog' | 'lastSeqs'>;
  /** Monotonic, in ms. */
  readonly elapsed: () => number;
  readonly reportError: (error: unknown) => void;
};

export type Feed = ReturnType<typeof createFeed>;

/**
 * Publishes each event to the listeners of this process once and in order, whichever node appended it. A cached state
 * is the last published one, so each read of a longer log publishes the rest. A game that was only read here is not
 * published, since each subscriber starts by reading it.
 */
export function createFeed({ store, elapsed, reportError }: Dependencies) {
  const states = new LRUCache<GameId, Cached>({
    maxSize: MAX_CACHED_EVENTS,
    sizeCalculation: ({ state }) => EVENTS_OF_A_GAME + state.seq,
  });
  const unconfirmed = new Map<GameId, Unconfirmed>();
  const { add: listen, call: publish } = createListeners<[committed: Committed]>(reportError);

  /** The last published state. Null for a new game; undefined if the game is unknown here. */
  const publishedState = (gameId: GameId): GameState | null | undefined =>
    states.get(gameId)?.state ?? unconfirmed.get(gameId)?.published;

  /** Whether no event of a game was published here, though its state may have been read. */
  const wasOnlyRead = (gameId: GameId): boolean => !states.get(gameId)?.isPublished && !unconfirmed.has(gameId);

  /** Publishes events after `before` that are new here. @returns the state after all known events */
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
      publish({ isLocal, gameId, before: published, events: fresh, summary: summarize(gameId, state), state });
    }
    return state;
  }

  /** Publishes the events after `after` of a game that was not published here before. */
  async function publishFrom(gameId: GameId, after: number): Promise<void> {
    const log = await store.readLog(gameId, 0);
    const known = states.get(gameId);
    if (known?.isPublished) return void advance(gameId, known.state, log, false); // in the meantime
    const before = fold(null, log.slice(0, after));
    const events = log.slice(after);
    const state = fold(before, events);
    if (state === null || events.length === 0) return;
    if ((known?.state.seq ?? 0) <= state.seq) states.set(gameId, { state, isPublished: true });
    publish({ isLocal: false, gameId, before, events, summary: summarize(gameId, state), state });
  }

  /** Reads and publishes events beyond the published state. @returns the new state; null for an unknown game */
  async function readMissing(gameId: GameId, read: GameStore['eventsAfter']): Promise<GameState | null> {
    const before = publishedState(gameId);
    return advance(gameId, before, await read(gameId, before?.seq ?? 0));
  }

  /** Publishes events saved by this node. @returns the new state, and the events that were not yet published */
  function publishSaved(made: Append): Pick<Committed, 'state' | 'events'> {
    const { gameId, before, events } = made;
    const isNext = (publishedState(gameId) ?? null) === before; // the log was not read in the meantime
    const state = isNext ? made.state : (advance(gameId, before, events) ?? made.state);
    if (isNext) {
      states.set(gameId, { state, isPublished: true });
      publish({ isLocal: true, ...made });
    }
    unconfirmed.delete(gameId); // after a later append, an earlier one can no longer be saved
    return { state, events: isNext ? events : [] };
  }

  /** For commands: uses a connection that is reserved for play. */
  const catchUp = (gameId: GameId): Promise<GameState | null> => readMissing(gameId, store.eventsAfter);

  async function catchUpTo(gameId: GameId, seq: number): Promise<void> {
    const published = publishedState(gameId);
    if (published !== undefined && seq > (published?.seq ?? 0)) await catchUp(gameId);
  }

  return {
    catchUp,
    catchUpTo,

    /** For spectators and lists: shares reads and takes no connection reserved for play. */
    read: (gameId: GameId): Promise<GameState | null> => readMissing(gameId, store.readLog),

    cached: (gameId: GameId): GameState | undefined => states.get(gameId)?.state,

    cachedWhere: (is: (gameId: GameId, state: GameState) => boolean): GameId[] =>
      [...states].flatMap(([gameId, { state }]) => (is(gameId, state) ? [gameId] : [])),

    publishSaved,

    /** Registers appends before they are sent: a reader may see their events before the reply, and publishes them. */
    register(appends: readonly Append[]) {
      const pending = appends.map(({ gameId, before }) => ({ gameId, entry: { published: before } as Unconfirmed }));
      for (const { gameId, entry } of pending) if (!unconfirmed.has(gameId)) unconfirmed.set(gameId, entry);
      return {
        notSaved(): void {
          for (const { gameId, entry } of pending) if (unconfirmed.get(gameId) === entry) unconfirmed.delete(gameId);
        },
        /** The events may have been saved: `settleUnconfirmed` checks later. */
        unanswered(): void {
          for (const { gameId, entry } of pending) {
            const left = unconfirmed.get(gameId) ?? entry;
            left.failedAt = elapsed();
            unconfirmed.set(gameId, left);
          }
        },
      };
    },

    /** Publishes events that another node has appended, after reading any that are missing before them. */
    async receive(gameId: GameId, events: readonly LoggedEvent[]): Promise<void> {
      const [first, last] = [events[0], events.at(-1)];
      if (first === undefined || last === undefined) return;
      const published = publishedState(gameId);
      if (wasOnlyRead(gameId) && (first.seq > 1 || states.has(gameId))) await publishFrom(gameId, first.seq - 1);
      else if (first.seq <= (published?.seq ?? 0) + 1) advance(gameId, published ?? null, events, false);
      else await catchUp(gameId);
    },

    /** Publishes a game up to event `seq`. Of a game that was not published here, only events after `known`. */
    async catchUpFrom(gameId: GameId, known: number | undefined, seq: number): Promise<void> {
      if (!wasOnlyRead(gameId)) await catchUpTo(gameId, seq);
      else if (known !== undefined && known < seq) await publishFrom(gameId, known);
    },

    async settleUnconfirmed(): Promise<void> {
      const failed = [...unconfirmed].filter(([, { failedAt }]) => failedAt !== undefined);
      if (failed.length === 0) return;
      const seqs = await store.lastSeqs(failed.map(([gameId]) => gameId));
      const settle = async (gameId: GameId, entry: Unconfirmed): Promise<void> => {
        const isSaved = (seqs.get(gameId) ?? 0) > (entry.published?.seq ?? 0);
        if (isSaved) await catchUp(gameId);
        const isOver = isSaved || elapsed() - (entry.failedAt ?? 0) > MAX_UNCONFIRMED_MS;
        if (isOver && unconfirmed.get(gameId) === entry) unconfirmed.delete(gameId);
      };
      await eachGame(failed, settle, reportError);
    },

    evict(ids: readonly GameId[]): void {
      for (const id of ids) {
        states.delete(id);
        unconfirmed.delete(id);
      }
    },

    listen,
  };
}
