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
  mergeBranches,
  sideOf,
  takesBackMove,
} from '@terrace/game';
import {
  CommandId,
  type ConditionalMoves,
  type GameId,
  type PlayerId,
  type Refusal,
  type Reply,
} from '@terrace/protocol';
import { err, formatPosition, type History, ok, type Result, sidesIn } from '@terrace/rules';
import { createKeyedQueue } from '../game-service/keyed-queue.ts';
import type { Committed, GameService } from '../game-service/service.ts';
import type { ConditionalMoveStore, StoredConditionals } from './conditional-moves.ports.ts';

type Dependencies = {
  readonly store: ConditionalMoveStore;
  readonly service: GameService;
  readonly now: () => number;
  readonly reportError: (error: unknown) => void;
};

export type ConditionalMoveService = ReturnType<typeof createConditionalMoves>;

/**
 * Plays the conditional moves of games without a running clock. After each move of the game they are cut to the
 * branch that was played; a move in no branch clears them, and so does a takeback of the position that they start
 * from. Changes of one game's conditional moves run one at a time; nodes that read them at the same time take each
 * move once, by comparing `takenAtSeq`.
 */
export function createConditionalMoves({ store, service, now, reportError }: Dependencies) {
  const enqueue = createKeyedQueue<GameId>();

  async function playNext(gameId: GameId): Promise<void> {
    const state = await service.state(gameId);
    if (state === null || state.status !== 'live') return;
    const { history } = state;
    const owner = state.seats.find(({ side }) => side === history.position.turn)?.player;
    if (!owner) return;
    const stored = await store.read(gameId, owner.id);
    if (stored.moves.length === 0 || isTaken(stored, state)) return;
    const [next] = branchesNow(state, owner.id, stored);
    const move = next?.move ?? undefined;
    const after = move && historyAfter(history, move);
    // Cut before the move is played: after a crash in between, the player moves manually, and no move is played twice.
    const left: StoredConditionals =
      next !== undefined && after !== undefined
        ? { start: formatPosition(after.position), moves: listBranches(next.children), takenAtSeq: state.seq }
        : { ...stored, moves: [] };
    if (!(await store.replace(gameId, owner.id, stored, left))) return playNext(gameId); // changed in the meantime
    if (move === undefined || after === undefined) return;
    const { ply } = history.position;
    const commandId = CommandId.parse(`queued-${ply}-${gameId}`);
    const command = { type: 'move', ply, ...move } as const;
    const played = await service.command({ gameId, by: owner, commandId, command, arrivedAt: now() });
    if (!played.ok) await store.replace(gameId, owner.id, left, { ...left, moves: [], takenAtSeq: null });
  }

  /** Deletes conditional moves of a game that is over, and those whose start was taken back. */
  async function deleteOutdated(gameId: GameId): Promise<void> {
    const state = await service.state(gameId);
    if (state === null) return;
    if (state.status === 'over') return store.deleteOf(gameId);
    for (const owner of await store.ownersIn(gameId)) {
      const stored = await store.read(gameId, owner);
      if (startOf(state, owner, stored.start) === undefined) {
        await store.replace(gameId, owner, stored, { ...stored, moves: [] });
      }
    }
  }

  async function set(
    gameId: GameId,
    player: PlayerId,
    { ply, moves }: ConditionalMoves,
    merges: boolean,
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
    const added = cutBranches(start, side, branches, state.history) ?? [];
    const position = currentPosition(state);
    const before = merges ? branchesNow(state, player, await store.read(gameId, player)) : [];
    const all = mergeBranches(before, added, position.turn === side, sidesIn(position).length);
    const checked = checkBranches(start, side, branches);
    const valid = checked.ok ? checkBranches(state.history, side, all) : checked;
    if (!valid.ok) return valid;
    await store.set(gameId, player, { start: formatPosition(position), moves: listBranches(valid.value) });
    if (side === position.turn && state.status === 'live') await playNext(gameId);
    return ok({});
  }

  return {
    react({ isLocal, gameId, events, state }: Committed): void {
      if (!isLocal || state.settings.time?.kind === 'clock') return;
      if (finishesGame(events) || takesBackMove(events)) {
        enqueue(gameId, () => deleteOutdated(gameId)).catch(reportError);
      }
      if (changesTurn(events)) enqueue(gameId, () => playNext(gameId)).catch(reportError);
    },

    /** Replaces a player's conditional moves. In the player's turn, the first one is played at once. */
    set: (gameId: GameId, player: PlayerId, moves: ConditionalMoves) =>
      enqueue(gameId, () => set(gameId, player, moves, false)),

    /** Adds lines to a player's conditional moves. They replace other own moves after the same moves. */
    add: (gameId: GameId, player: PlayerId, moves: ConditionalMoves) =>
      enqueue(gameId, () => set(gameId, player, moves, true)),

    /** Resolves when the conditional moves of a game have had their turn. */
    untilPlayed: (gameId: GameId): Promise<void> => enqueue(gameId, async () => undefined),

    async resume(): Promise<void> {
      for (const gameId of await store.gamesWithMoves()) await enqueue(gameId, () => playNext(gameId));
    },

    /** A player's conditional moves after the current position; none for players without a seat. */
    async get(gameId: GameId, player: PlayerId): Promise<ConditionalMoves | undefined> {
      const state = await service.state(gameId);
      if (state === null) return undefined;
      const branches = branchesNow(state, player, await store.read(gameId, player));
      return { ply: currentPosition(state).ply, moves: listBranches(branches) };
    },
  };
}

function branchesNow(state: GameState, player: PlayerId, { start, moves }: StoredConditionals): readonly Branch[] {
  const side = sideOf(state, player);
  const from = startOf(state, player, start);
  if (side === undefined || from === undefined || state.status !== 'live') return [];
  return cutBranches(from, side, branchesOf(moves) ?? [], state.history) ?? [];
}

/** Whether a node has taken the move for this turn: the rest starts later in the game. */
const isTaken = ({ start, takenAtSeq }: StoredConditionals, { seq, history }: GameState): boolean =>
  (takenAtSeq ?? 0) >= seq || (start !== null && plyOf(start) > history.position.ply);

const plyOf = (start: string): number => Number(start.split(' ').at(-1));

/** The moment of the game with a position; undefined if it was taken back. */
function startOf({ history, seats }: GameState, player: PlayerId, start: string | null): History | undefined {
  if (start === null) {
    const turn = seats.find(({ side }) => side === history.position.turn)?.player;
    return turn?.id === player ? (history.parent ?? history) : history;
  }
  const ply = plyOf(start);
  for (let at: History | undefined = history; at !== undefined && at.position.ply >= ply; at = at.parent) {
    if (at.position.ply === ply && formatPosition(at.position) === start) return at;
  }
  return undefined;
}

function momentOf(history: History, ply: number): History | undefined {
  let moment: History | undefined = history;
  while (moment !== undefined && moment.position.ply > ply) moment = moment.parent;
  return moment?.position.ply === ply ? moment : undefined;
}
