import { searchedGame } from '@terrace/engine';
import { currentPosition, type GameState } from '@terrace/game';
import { CommandId, computerStrength, type GameId, type Player, type Strength } from '@terrace/protocol';
import { formatPosition, squareName } from '@terrace/rules';
import { isUnsaved } from '../game-service/games.ports.ts';
import type { GameService } from '../game-service/service.ts';
import { pause, type Scheduler } from '../runtime/scheduler.ts';
import type { BestLine } from './best-line.ts';
import { type Pace, paceOf } from './pace.ts';
import { computerToMove } from './replies.ts';

const RETRY_UNSAVED_MS = 500;

/** How long a computer may think over a move that it should have made already, in ms: after a crash many wait. */
const OVERDUE_SEARCH_MS = 200;

/** A computer thinks. Another position, or none to move in, ends that. */
type Turn = { readonly position: string; readonly controller: AbortController };

type Dependencies = {
  readonly service: GameService;
  readonly bestLine: BestLine;
  /** Resolves when no offer in a game waits for a computer's answer. */
  readonly offersAnswered: (gameId: GameId) => Promise<void>;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** The moves of computers: one search a game at a time, given up when the game moves on without it. */
export function createComputerTurns({ service, bestLine, offersAnswered, scheduler, reportError }: Dependencies) {
  const { now, elapsed } = scheduler;
  const turns = new Map<GameId, Turn>();

  function stop(gameId: GameId): void {
    turns.get(gameId)?.controller.abort();
    turns.delete(gameId);
  }

  async function play(gameId: GameId, state: GameState, pace: Pace, who: Mover, signal: AbortSignal): Promise<void> {
    const startedAt = elapsed();
    const task = {
      kind: 'choose',
      game: searchedGame(state.history),
      strength: who.strength,
      seed: seedOf(gameId),
    } as const;
    const line = await bestLine(task, pace, signal);
    const [move] = line?.moves ?? [];
    if (move === undefined) throw new Error(`a computer found no move in game ${gameId}`);
    const restMs = startedAt + pace.replyMs - elapsed();
    if (restMs > 0) await pause(scheduler, restMs, signal);
    await offersAnswered(gameId);
    signal.throwIfAborted();
    const { ply, size } = currentPosition(state);
    const command = { type: 'move', ply, from: squareName(size, move.from), to: squareName(size, move.to) } as const;
    // Of a position that stands again after a takeback, the move is another one.
    const commandId = CommandId.parse(`computer-${state.seq}-${gameId}`);
    for (;;) {
      const played = await service.command({ gameId, by: who.player, commandId, command, arrivedAt: now() });
      if (played.ok || !isUnsaved(played.error)) return;
      await pause(scheduler, RETRY_UNSAVED_MS, signal);
    }
  }

  function begin(gameId: GameId, state: GameState, position: string, who: Mover, overdue: boolean): void {
    const turn = { position, controller: new AbortController() };
    turns.set(gameId, turn);
    const natural = paceOf(state, who.strength, now(), Math.random());
    const searchMs = Math.min(natural.searchMs, OVERDUE_SEARCH_MS);
    const pace = overdue ? { replyMs: 0, searchMs, urgent: true } : natural;
    play(gameId, state, pace, who, turn.controller.signal)
      .catch((error: unknown) => {
        if (!turn.controller.signal.aborted) reportError(error);
      })
      .finally(() => {
        if (turns.get(gameId) === turn) turns.delete(gameId);
      });
  }

  return {
    has: (gameId: GameId): boolean => turns.has(gameId),

    /** Thinks about the position of this state if it is a computer's turn, and no longer about any other of the game. */
    update(gameId: GameId, state: GameState, overdue: boolean): void {
      const player = computerToMove(state);
      const strength = player && computerStrength(player.id);
      if (player === undefined || strength === undefined) {
        stop(gameId);
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

/** A computer's errors of judgement are the same all through a game, and others in the next: a number out of its id. */
const seedOf = (gameId: GameId): number => [...gameId].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) | 0, 7);
