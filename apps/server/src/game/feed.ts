import { fold, type GameState } from '@terrace/game';
import type { GameId, LoggedEvent } from '@terrace/protocol';
import { LRUCache } from 'lru-cache';
import { createListeners } from '../listeners.ts';
import type { GameStore, Summary } from './store.ts';
import { summarize } from './summary.ts';

/**
 * Events of all games whose states are cached in memory, at some 700 bytes each: ten thousand live games in their middle. Any state
 * may be dropped at any time and folded from the log again.
 */
const MAX_CACHED_EVENTS = 400_000;

/** What a game takes beside its events, in events. */
const EVENTS_OF_A_GAME = 4;

/** How long an append that got no answer may still be saved, in ms; Postgres has ended any statement by then. */
const MAX_UNSURE_MS = 60_000;

/** Consecutive events of a game's log, with the state after them. */
export type Committed = {
  /** Whether this process appended the events, and not another node: who acts on them does it where they were appended. */
  readonly origin: 'here' | 'elsewhere';
  readonly gameId: GameId;
  readonly events: readonly LoggedEvent[];
  readonly summary: Summary;
  readonly state: GameState;
};

/** An append that is under way, or got no answer: what listeners had been told before it, and when it failed. */
type Unsure = { readonly told: GameState | null; failedAt?: number };

/** Events to append to a game: what they follow, and what comes of them. */
type Append = Omit<Committed, 'origin'> & { readonly before: GameState | null };

/** A state that was read from the log, and whether listeners know it: not when somebody here has only looked at the game. */
type Known = { readonly state: GameState; readonly isTold: boolean };

type Origin = Committed['origin'];

const unsureAfter = (told: GameState | null): Unsure => ({ told });

type Services = {
  readonly store: Pick<GameStore, 'eventsAfter' | 'readLog' | 'lastSeqs'>;
  /** Monotonic, in ms. */
  readonly elapsed: () => number;
  readonly report: (error: unknown) => void;
};

export type Feed = ReturnType<typeof createFeed>;

/**
 * The committed log as it is heard: the one place where a game gets longer for this process, whoever appended to it.
 * A cached state is what listeners have been told of, so whoever reads a longer log (a command that lost a race, a retry
 * of one that got no answer, a question of a client, a look after an outage) tells them the rest, each event once and in
 * order. What another node says it has appended is told as well. Of a game that was only looked at here nothing is told:
 * whoever follows it begins by asking.
 */
export function createFeed({ store, elapsed, report }: Services) {
  const states = new LRUCache<GameId, Known>({
    maxSize: MAX_CACHED_EVENTS,
    sizeCalculation: ({ state }) => EVENTS_OF_A_GAME + state.seq,
  });
  const unsure = new Map<GameId, Unsure>();
  const { add: listen, call: tell } = createListeners<[committed: Committed]>(report);

  /** What listeners know of a game: null for nothing of a new one, undefined when this process has not looked at it. */
  const toldOf = (gameId: GameId): GameState | null | undefined =>
    states.get(gameId)?.state ?? unsure.get(gameId)?.told;

  /** Takes in events of a game that follow `before`, some of which may be known. @returns the state after all that are known */
  function take(
    gameId: GameId,
    before: GameState | null | undefined,
    events: readonly LoggedEvent[],
    origin: Origin = unsure.has(gameId) ? 'here' : 'elsewhere',
  ): GameState | null {
    const now = toldOf(gameId); // may have advanced while the events were read
    const told = (now?.seq ?? 0) >= (before?.seq ?? 0) && now !== undefined ? now : before;
    const fresh = events.filter(({ seq }) => seq > (told?.seq ?? 0));
    const state = fold(told ?? null, fresh);
    if (state === null || fresh.length === 0) return state;
    states.set(gameId, { state, isTold: told !== undefined });
    if (told !== undefined) tell({ origin, gameId, events: fresh, summary: summarize(gameId, state), state });
    return state;
  }

  /** Tells the events of a game from the one on that `isNew`, when nobody here knew it. */
  async function readAll(gameId: GameId, isNew: (logged: LoggedEvent) => boolean): Promise<void> {
    const log = await store.readLog(gameId, 0);
    const first = log.findIndex(isNew);
    if (first >= 0) take(gameId, fold(null, log.slice(0, first)), log.slice(first), 'elsewhere');
  }

  /** Reads what the log has beyond the state that is known. @returns the state; null for an unknown game */
  async function readOn(gameId: GameId, read: GameStore['eventsAfter']): Promise<GameState | null> {
    const before = toldOf(gameId);
    return take(gameId, before, await read(gameId, before?.seq ?? 0));
  }

  /** Publishes events that were saved here. @returns the state after all that are known */
  function publish({ before, ...made }: Append): GameState {
    const { gameId, events } = made;
    const isNext = (toldOf(gameId) ?? null) === before; // the log was not read in the meantime
    const state = isNext ? made.state : (take(gameId, before, events) ?? made.state);
    if (isNext) {
      states.set(gameId, { state, isTold: true });
      tell({ origin: 'here', ...made });
    }
    unsure.delete(gameId); // after a later append, an earlier one cannot be saved any more
    return state;
  }

  /** The same for a command or what else play waits for. */
  const catchUp = (gameId: GameId): Promise<GameState | null> => readOn(gameId, store.eventsAfter);

  return {
    catchUp,

    /** The same for those who only look: it takes no connection from play, and they share it. */
    look: (gameId: GameId): Promise<GameState | null> => readOn(gameId, store.readLog),

    /** The state listeners know, without a look into the log. */
    cached: (gameId: GameId): GameState | undefined => states.get(gameId)?.state,

    /** Ids of the games whose cached state is like this. */
    cachedWhere: (is: (gameId: GameId, state: GameState) => boolean): GameId[] =>
      [...states].flatMap(([gameId, { state }]) => (is(gameId, state) ? [gameId] : [])),

    /**
     * Saves events of one or several games with `save` and publishes them. If that throws, the events may have been saved all the
     * same: `settleUnsure` reads the games until that is known.
     *
     * @returns the state of each game after the events; undefined when another writer was first
     */
    async append(appends: readonly Append[], save: () => Promise<boolean>): Promise<readonly GameState[] | undefined> {
      const pending = appends.map(({ gameId, before }) => ({ gameId, entry: unsureAfter(before) }));
      // Registered first, so that a reader who gets the events before the answer publishes them.
      for (const { gameId, entry } of pending) if (!unsure.has(gameId)) unsure.set(gameId, entry);
      try {
        if (!(await save())) {
          for (const { gameId, entry } of pending) if (unsure.get(gameId) === entry) unsure.delete(gameId);
          return undefined;
        }
      } catch (error) {
        for (const { gameId, entry } of pending) {
          const left = unsure.get(gameId) ?? entry;
          left.failedAt = elapsed();
          unsure.set(gameId, left);
        }
        throw error;
      }
      return appends.map(publish);
    },

    /** Takes in what another node has appended, and tells it. What is missing before it is read. */
    async hear(gameId: GameId, events: readonly LoggedEvent[]): Promise<void> {
      const [first, last] = [events[0], events.at(-1)];
      if (first === undefined || last === undefined) return;
      const [known, told] = [states.get(gameId), toldOf(gameId)];
      if (known !== undefined && !known.isTold && last.seq <= known.state.seq) {
        const { state } = known;
        states.set(gameId, { state, isTold: true });
        tell({ origin: 'elsewhere', gameId, events, summary: summarize(gameId, state), state });
      } else if (first.seq <= (told?.seq ?? 0) + 1) take(gameId, told ?? null, events, 'elsewhere');
      else if (told === undefined) await readAll(gameId, ({ seq }) => seq >= first.seq);
      else await catchUp(gameId);
    },

    /** Says that the log of a game has this event, which other nodes may have told without being heard since `instant`. */
    async mayHaveMissed(gameId: GameId, seq: number, instant: number): Promise<void> {
      if (toldOf(gameId) === undefined) await readAll(gameId, ({ at }) => at >= instant);
      else await this.heardOf(gameId, seq);
    },

    /** Says that the log of a game has this event, or that somebody was shown it: what is missing before is read and told. */
    async heardOf(gameId: GameId, seq: number): Promise<void> {
      const told = toldOf(gameId);
      if (told !== undefined && seq > (told?.seq ?? 0)) await catchUp(gameId);
    },

    /** Tells of what was saved by appends that got no answer. */
    async settleUnsure(): Promise<void> {
      const failed = [...unsure].filter(([, { failedAt }]) => failedAt !== undefined);
      if (failed.length === 0) return;
      const seqs = await store.lastSeqs(failed.map(([gameId]) => gameId));
      for (const [gameId, entry] of failed) {
        const isSaved = (seqs.get(gameId) ?? 0) > (entry.told?.seq ?? 0);
        if (isSaved) await catchUp(gameId);
        const isOver = isSaved || elapsed() - (entry.failedAt ?? 0) > MAX_UNSURE_MS;
        if (isOver && unsure.get(gameId) === entry) unsure.delete(gameId);
      }
    },

    /** Tells of whatever the logs of all cached games have and listeners do not know, such as after an outage. */
    async catchUpAll(): Promise<void> {
      const seqs = await store.lastSeqs([...states.keys()]);
      for (const [gameId, seq] of seqs) await this.heardOf(gameId, seq);
    },

    /** Drops cached states of games whose log was rewritten. */
    evict(ids: readonly GameId[]): void {
      for (const id of ids) {
        states.delete(id);
        unsure.delete(id);
      }
    },

    /** Calls `listener` with everything that is committed, in order for each game. */
    listen,
  };
}
