import { type Asking, answeredSeq, decide, fold, type GameState, type OwnCommand, open } from '@terrace/game';
import type { Command, CommandId, GameEvent, GameId, LoggedEvent, Player, Refusal, Settings } from '@terrace/protocol';
import { err, ok, type Result, type Side } from '@terrace/rules';
import { LRUCache } from 'lru-cache';
import { gameIdOf } from './id.ts';
import { watchOutage } from './outage.ts';
import { type GameStore, StoreAway, type Summary } from './store.ts';
import { summarize } from './summary.ts';

/** Games kept folded in memory. Any of them may be dropped at any time: the log is the truth. */
const CACHED_GAMES = 20_000;

/** Events that have been committed, told once, by the node that committed them. */
export type Committed = {
  readonly gameId: GameId;
  readonly events: readonly LoggedEvent[];
  readonly summary: Summary;
};

/** A command as it reached the server: `by` null is the server itself, `arrivedAt` in ms since 1970. */
export type Incoming = {
  readonly gameId: GameId;
  readonly by: Player | null;
  readonly commandId?: CommandId;
  readonly command: Command | OwnCommand;
  readonly arrivedAt: number;
};

export type GameService = ReturnType<typeof gameService>;

/**
 * The only writer of games. A game's commands are decided one after another; what they make is told to nobody before
 * it is committed. The state it keeps is a hint: another node may have written meanwhile, then the append is refused,
 * what was missed is folded, and the command is decided again.
 */
export function gameService(store: GameStore, now: () => number, report: (fault: unknown) => void) {
  const states = new LRUCache<GameId, GameState>({ max: CACHED_GAMES });
  const queues = new Map<GameId, Promise<unknown>>();
  const listeners: ((committed: Committed) => void)[] = [];
  const outage = watchOutage({
    now,
    report,
    ping: () => store.ping(),
    makeGood: async (since, until) => {
      const command: OwnCommand = { type: 'interrupt', since, until };
      const running = [...states].filter(([, state]) => state.status === 'live' && state.clock !== null);
      const interrupt = (gameId: GameId) =>
        inTurn(gameId, () => carryOut({ gameId, by: null, arrivedAt: until, command }));
      await Promise.all(running.map(([gameId]) => interrupt(gameId)));
    },
  });

  /** Runs `job` when all earlier jobs of this game are done. */
  function inTurn<T>(gameId: GameId, job: () => Promise<T>): Promise<T> {
    const turn = (queues.get(gameId) ?? Promise.resolve()).then(job);
    const settled = turn
      .catch(() => {})
      .then(() => {
        if (queues.get(gameId) === settled) queues.delete(gameId);
      });
    queues.set(gameId, settled);
    return turn;
  }

  async function caughtUp(gameId: GameId, known: GameState | null): Promise<GameState | null> {
    const state = fold(known, await store.eventsAfter(gameId, known?.seq ?? 0));
    if (state !== null) states.set(gameId, state);
    return state;
  }

  async function carryOut(incoming: Incoming): Promise<Result<number, Refusal>> {
    const { gameId, by, commandId, command } = incoming;
    let state = states.get(gameId) ?? (await caughtUp(gameId, null));
    for (;;) {
      if (state === null) return err({ code: 'no-such-game' });
      const before = by && commandId && answeredSeq(state, by.id, commandId);
      if (before) return ok(before);
      const asking: Asking = { by, arrivedAt: incoming.arrivedAt, now: Math.max(now(), state.lastAt) };
      const decision = decide(state, command, asking);
      if (!decision.ok) {
        // What refuses may be out of date: another node may have played since. Ask the log once before saying no.
        const fresh: GameState | null = await caughtUp(gameId, state);
        if (fresh === null || fresh.seq === state.seq) return decision;
        state = fresh;
        continue;
      }
      if (decision.value.length === 0) return ok(state.seq);
      if (await commit(gameId, state, decision.value, asking.now, incoming))
        return ok(state.seq + decision.value.length);
      state = await caughtUp(gameId, state);
    }
  }

  /** Appends, then tells. False when another writer was first. */
  async function commit(
    gameId: GameId,
    state: GameState | null,
    made: readonly GameEvent[],
    at: number,
    { by, commandId }: Pick<Incoming, 'by' | 'commandId'>,
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
    for (const listener of listeners) listener({ gameId, events, summary });
    return true;
  }

  /** `not-saved` instead of a fault while Postgres is away, and the beginning of an outage when it goes. */
  async function whileSaved<T>(arrivedAt: number, job: () => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> {
    if (outage.on) return err({ code: 'not-saved' });
    try {
      return await job();
    } catch (error) {
      if (!(error instanceof StoreAway)) throw error;
      outage.begin(arrivedAt);
      return err({ code: 'not-saved' });
    }
  }

  return {
    /** Carries a command out, or says why not. The value is the seq of the last event it made. Throws on our own faults. */
    command: (incoming: Incoming): Promise<Result<number, Refusal>> =>
      whileSaved(incoming.arrivedAt, () => inTurn(incoming.gameId, () => carryOut(incoming))),

    /** Opens a table with its host at `side`. The same player's same command id names the same table. */
    create: (host: Player, commandId: CommandId, settings: Settings, side: Side, arrivedAt: number) =>
      whileSaved(arrivedAt, async (): Promise<Result<{ gameId: GameId; seq: number }, Refusal>> => {
        const gameId = gameIdOf(host.id, commandId);
        return inTurn(gameId, async () => {
          const events = open(settings, host, side);
          if (!(await commit(gameId, null, events, now(), { by: host, commandId }))) await caughtUp(gameId, null);
          return ok({ gameId, seq: events.length });
        });
      }),

    /** The log of a game after `after`, straight from the store; empty for an unknown game or nothing new. */
    eventsAfter: (gameId: GameId, after: number): Promise<readonly LoggedEvent[]> => store.eventsAfter(gameId, after),

    /** Hears of everything this node commits, in order for each game. */
    onCommitted: (listener: (committed: Committed) => void): void => {
      listeners.push(listener);
    },

    /** Stops waiting for Postgres to come back. */
    close: (): void => outage.close(),
  };
}
