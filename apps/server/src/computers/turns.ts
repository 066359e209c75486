import { searchedGame } from '@terrace/engine';
import { currentPosition, type GameState } from '@terrace/game';
import { computerStrength, type GameId, type Player, type Strength } from '@terrace/protocol';
import { formatPosition, legalMoves, squareName } from '@terrace/rules';
import { commandIdAt } from '../game-service/command-ids.ts';
import { isDatabaseFault, isUnsaved } from '../game-service/games.ports.ts';
import type { GameService } from '../game-service/service.ts';
import type { Following } from '../runtime/nodes.ports.ts';
import { pause, type Scheduler } from '../runtime/scheduler.ts';
import type { BestLine } from './best-line.ts';
import { type Pace, paceOf } from './pace.ts';
import { computerToMove } from './replies.ts';

const RETRY_UNSAVED_MS = 500;

/** After as many faults in one state of a game, a computer plays any legal move; after another, none. */
const MAX_FAULTS = 3;

/** The search time for an overdue move. It is short because many moves are overdue after a crash. */
const OVERDUE_SEARCH_MS = 200;

type Turn = { readonly position: string; readonly controller: AbortController };

type Dependencies = {
  readonly service: Pick<GameService, 'command'>;
  readonly bestLine: BestLine;
  readonly offersAnswered: (gameId: GameId) => Promise<void>;
  /** Called when a computer could not move because of a fault. */
  readonly onFailed: (gameId: GameId) => void;
  readonly games: Pick<Following<GameId>, 'follow' | 'unfollow'>;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** Moves of computers: one search per game at a time, aborted when the game changes. */
export function createComputerTurns(dependencies: Dependencies) {
  const { service, bestLine, offersAnswered, onFailed, games, scheduler, reportError } = dependencies;
  const { now, elapsed } = scheduler;
  const turns = new Map<GameId, Turn>();
  /** Games whose computer has failed in the state with this seq. */
  const faults = new Map<GameId, { readonly seq: number; readonly count: number }>();

  const faultsIn = (gameId: GameId, { seq }: GameState): number => {
    const known = faults.get(gameId);
    return known?.seq === seq ? known.count : 0;
  };

  function stop(gameId: GameId): void {
    const turn = turns.get(gameId);
    if (turn === undefined) return;
    turn.controller.abort();
    turns.delete(gameId);
    games.unfollow(gameId, turn);
  }

  async function chooseMove(gameId: GameId, state: GameState, pace: Pace, who: Mover, signal: AbortSignal) {
    if (faultsIn(gameId, state) === MAX_FAULTS) return legalMoves(currentPosition(state))[0];
    const task = {
      kind: 'choose',
      game: searchedGame(state.history),
      strength: who.strength,
      seed: seedOf(gameId),
    } as const;
    const line = await bestLine(task, pace, signal);
    return line?.moves[0];
  }

  async function play(gameId: GameId, state: GameState, pace: Pace, who: Mover, signal: AbortSignal): Promise<void> {
    const startedAt = elapsed();
    const move = await chooseMove(gameId, state, pace, who, signal);
    if (move === undefined) throw new Error(`a computer found no move in game ${gameId}`);
    const restMs = startedAt + pace.replyMs - elapsed();
    if (restMs > 0) await pause(scheduler, restMs, signal);
    await offersAnswered(gameId);
    signal.throwIfAborted();
    const { ply, size } = currentPosition(state);
    const command = { type: 'move', ply, from: squareName(size, move.from), to: squareName(size, move.to) } as const;
    const commandId = commandIdAt('computer', gameId, state);
    for (;;) {
      const played = await service.command({ gameId, by: who.player, commandId, command, arrivedAt: now() });
      if (played.ok || !isUnsaved(played.error)) return;
      await pause(scheduler, RETRY_UNSAVED_MS, signal);
    }
  }

  function begin(gameId: GameId, state: GameState, position: string, who: Mover, overdue: boolean): void {
    if (faultsIn(gameId, state) > MAX_FAULTS) return; // until the game changes
    const turn = { position, controller: new AbortController() };
    turns.set(gameId, turn);
    void games.follow(gameId, turn); // the game may end elsewhere
    const natural = paceOf(state, who.strength, now(), Math.random());
    const searchMs = Math.min(natural.searchMs, OVERDUE_SEARCH_MS);
    const pace = overdue ? { replyMs: 0, searchMs, urgent: true } : natural;
    play(gameId, state, pace, who, turn.controller.signal)
      .then(() => faults.delete(gameId))
      .catch((error: unknown) => {
        if (turn.controller.signal.aborted) return;
        if (!isDatabaseFault(error)) faults.set(gameId, { seq: state.seq, count: faultsIn(gameId, state) + 1 });
        onFailed(gameId);
        reportError(error);
      })
      .finally(() => {
        if (turns.get(gameId) === turn) stop(gameId);
      });
  }

  return {
    has: (gameId: GameId): boolean => turns.has(gameId),

    update(gameId: GameId, state: GameState, overdue: boolean): void {
      const player = computerToMove(state);
      const strength = player && computerStrength(player.id);
      if (player === undefined || strength === undefined) {
        stop(gameId);
        faults.delete(gameId);
        return;
      }
      const position = `${player.id} ${formatPosition(currentPosition(state))}`;
      if (turns.get(gameId)?.position === position) return;
      stop(gameId);
      begin(gameId, state, position, { player, strength }, overdue);
    },

    stop,

    close(): void {
      for (const gameId of [...turns.keys()]) stop(gameId);
    },
  };
}

type Mover = { readonly player: Player; readonly strength: Strength };

/** From the game id, so that a computer repeats its misjudgements within a game and varies them between games. */
const seedOf = (gameId: GameId): number => [...gameId].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) | 0, 7);
