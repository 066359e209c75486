import {
  type Branch,
  branchesOf,
  changesTurn,
  checkBranches,
  currentPosition,
  cutBranches,
  finishesGame,
  type GameState,
  historyAfter,
  listBranches,
  resumesGame,
  sideOf,
  takesBackMove,
} from '@terrace/game';
import {
  type ConditionalMoves,
  type GameId,
  type PlayerId,
  type Refusal,
  type Reply,
  SECOND_MS,
} from '@terrace/protocol';
import { err, formatPosition, ok, type Result } from '@terrace/rules';
import { commandIdAt, type Once } from '../game-service/command-ids.ts';
import { isDatabaseFault, isUnsaved, unlessDatabaseFault } from '../game-service/games.ports.ts';
import { createKeyedQueue } from '../game-service/keyed-queue.ts';
import type { Committed, GameService } from '../game-service/service.ts';
import { pause, type Scheduler } from '../runtime/scheduler.ts';
import type { ConditionalMoveStore, StoredConditionals } from './conditional-moves.ports.ts';
import { branchesNow, momentOf, moveToStart, startOf, withTaken } from './moment.ts';
import { createRetries } from './retries.ts';

const RETRY_MS = SECOND_MS;

type Dependencies = {
  readonly store: ConditionalMoveStore;
  readonly service: Pick<GameService, 'state' | 'eventsAfter' | 'command'>;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

export type ConditionalMoveService = ReturnType<typeof createConditionalMoves>;

/**
 * Plays the conditional moves of games without a running clock. After each move of the game they are cut to the
 * branch that was played; a move in no branch clears them, and so does a takeback of the position that they start
 * from. Changes of one game's conditional moves run one at a time. A move is taken before it is played, so that none is
 * played after its owner has cleared it; nodes that play it at the same time, or after a crash, send the same command.
 */
export function createConditionalMoves({ store, service, scheduler, reportError }: Dependencies) {
  const enqueue = createKeyedQueue<GameId>();
  const retries = createRetries<GameId>(scheduler, RETRY_MS);
  const closing = new AbortController();

  /** Deletes what a takeback or the end of the game has made obsolete, and plays the move whose turn it is. */
  async function update(gameId: GameId): Promise<void> {
    await deleteOutdated(gameId);
    await playNext(gameId);
  }

  /** Retries after a fault of the database: until then, nothing is lost or played twice. */
  function keepUpToDate(gameId: GameId, job: (gameId: GameId) => Promise<void>): void {
    const retryIfBusy = (error: unknown): void => {
      if (!isDatabaseFault(error)) throw error;
      retry(gameId);
    };
    enqueue(gameId, () => job(gameId).catch(retryIfBusy)).catch(reportError);
  }

  const retry = (gameId: GameId): void => retries.plan(gameId, () => keepUpToDate(gameId, update));

  /** Undefined if this node stops before the database answers. */
  async function gamesWithMoves(): Promise<readonly GameId[] | undefined> {
    while (!closing.signal.aborted) {
      const ids = await unlessDatabaseFault(store.gamesWithMoves());
      if (ids !== undefined) return ids;
      await pause(scheduler, RETRY_MS, closing.signal).catch(() => undefined);
    }
    return undefined;
  }

  async function playNext(gameId: GameId): Promise<void> {
    const state = await service.state(gameId);
    if (state === null || state.status !== 'live' || state.pausedUntil !== null) return;
    const { history, seats } = state;
    const owner = seats.find(({ side }) => side === history.position.turn)?.player;
    if (!owner) return;
    const stored = await store.read(gameId, owner.id);
    if (stored.moves.length === 0 && stored.takenAtSeq === null) return;
    if (!(await isLast(gameId, state))) return playNext(gameId); // the moves may be newer than the state
    const [next] = await upcoming(gameId, state, owner.id, stored);
    const move = next?.move ?? undefined;
    const after = move && historyAfter(history, move);
    const taken: StoredConditionals =
      next !== undefined && after !== undefined
        ? { start: formatPosition(after.position), moves: listBranches(next.children), takenAtSeq: state.seq }
        : { ...stored, moves: [] };
    if (stored.moves.length === 0 && next === undefined) return;
    if (!(await store.replace(gameId, owner.id, stored, taken))) return playNext(gameId); // changed in the meantime
    if (move === undefined || after === undefined) return;
    const commandId = commandIdAt('conditional', gameId, state);
    const command = { type: 'move', ply: history.position.ply, ...move, planned: true } as const;
    const played = await service.command({ gameId, by: owner, commandId, command, arrivedAt: scheduler.now() });
    if (played.ok) return;
    if (isUnsaved(played.error)) return retry(gameId);
    // The game has changed: keep the moves, and play those that still apply to its new state.
    await store.replace(gameId, owner.id, taken, stored);
    if (!(await isLast(gameId, state))) await playNext(gameId);
  }

  const isLast = async (gameId: GameId, { seq }: GameState) => (await service.state(gameId))?.seq === seq;

  /** The branches from the current position on, with a move that was taken to be played and may not be saved yet. */
  async function upcoming(
    gameId: GameId,
    state: GameState,
    player: PlayerId,
    stored: StoredConditionals,
  ): Promise<readonly Branch[]> {
    const { takenAtSeq } = stored;
    const taken = takenAtSeq === null ? undefined : moveToStart(state, stored);
    if (taken === undefined || takenAtSeq === null) return branchesNow(state, player, stored);
    const since = takenAtSeq < state.seq ? await service.eventsAfter(gameId, takenAtSeq) : [];
    return changesTurn(since) ? [] : withTaken(taken, stored); // after a takeback, the log does not contain the start position
  }

  /** Deletes conditional moves of a game that is over, and those whose start was taken back. */
  async function deleteOutdated(gameId: GameId): Promise<void> {
    for (const owner of await store.ownersIn(gameId)) {
      const stored = await store.read(gameId, owner);
      const state = await service.state(gameId); // not older than the moves
      if (state === null) return;
      if (state.status === 'over' || state.status === 'closed') return store.deleteOf(gameId);
      if (startOf(state, owner, stored.start) !== undefined) continue;
      if ((await upcoming(gameId, state, owner, stored)).length > 0) continue;
      await store.replace(gameId, owner, stored, { ...stored, moves: [], takenAtSeq: null });
    }
  }

  async function set(
    gameId: GameId,
    player: PlayerId,
    { ply, moves }: ConditionalMoves,
    once: Once | undefined,
  ): Promise<Result<Reply<'conditional:set'>, Refusal>> {
    const state = await service.state(gameId);
    if (state === null) return err({ code: 'no-such-game' });
    const side = sideOf(state, player);
    if (side === undefined) return err({ code: 'not-seated' });
    if (state.settings.time?.kind === 'clock') return err({ code: 'not-by-days' });
    if (state.status === 'over') return err({ code: 'game-over' });
    const start = momentOf(state.history, ply);
    if (start === undefined) return err({ code: 'stale', ply: currentPosition(state).ply });
    const branches = branchesOf(moves);
    if (branches === undefined) return err({ code: 'bad-conditional-moves', why: 'order' });
    const left = cutBranches(start, side, branches, state.history) ?? [];
    const position = currentPosition(state);
    const checked = checkBranches(start, side, branches);
    const valid = checked.ok ? checkBranches(state.history, side, left) : checked;
    if (!valid.ok) return valid;
    const after = { start: formatPosition(position), moves: listBranches(valid.value), takenAtSeq: null };
    const stored = await store.read(gameId, player);
    const isReplaced = await store.replace(gameId, player, stored, after, once).catch((error: unknown) => {
      if (isDatabaseFault(error)) retry(gameId); // it may be stored
      throw error;
    });
    if (!isReplaced) return set(gameId, player, { ply, moves }, once); // changed
    if (side === position.turn) {
      await playNext(gameId).catch((error: unknown) => {
        if (!isDatabaseFault(error)) reportError(error);
        retry(gameId); // the moves are stored, so this request has succeeded
      });
    }
    return ok({});
  }

  return {
    react({ isLocal, gameId, events, state }: Committed): void {
      if (!isLocal || state.settings.time?.kind === 'clock') return;
      if (finishesGame(events) || takesBackMove(events)) keepUpToDate(gameId, update);
      else if (changesTurn(events) || resumesGame(events)) keepUpToDate(gameId, playNext);
    },

    /** Replaces a player's conditional moves. In the player's turn, the first one is played at once. */
    set: (gameId: GameId, player: PlayerId, moves: ConditionalMoves, once?: Once) =>
      enqueue(gameId, () => set(gameId, player, moves, once)),

    /** Resolves when the conditional moves of a game have had their turn. */
    async untilPlayed(gameId: GameId): Promise<void> {
      await enqueue(gameId, async () => undefined);
      for (let waiting = retries.waiting(gameId); waiting !== undefined; waiting = retries.waiting(gameId)) {
        await waiting;
        await enqueue(gameId, async () => undefined);
      }
    },

    /** Plays the moves that another node left. Resolves when each game was tried, or on closing. */
    async resume(): Promise<void> {
      for (const gameId of (await gamesWithMoves()) ?? []) {
        keepUpToDate(gameId, playNext);
        await enqueue(gameId, async () => undefined);
      }
    },

    /** A player's conditional moves after the current position; none for players without a seat. */
    async get(gameId: GameId, player: PlayerId): Promise<ConditionalMoves | undefined> {
      const state = await service.state(gameId);
      if (state === null) return undefined;
      const branches = await upcoming(gameId, state, player, await store.read(gameId, player));
      return { ply: currentPosition(state).ply, moves: listBranches(branches) };
    },

    /** Gives up retries: the next node resumes them. */
    close(): void {
      closing.abort();
      retries.close();
    },
  };
}
