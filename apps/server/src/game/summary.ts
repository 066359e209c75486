import { deadlineAt, type GameState, positionOf } from '@terrace/game';
import type { GameId } from '@terrace/protocol';
import type { Summary } from './store.ts';

/** The list row of a game, derived from its state whenever events are appended. */
export function summarize(id: GameId, state: GameState): Summary {
  const position = positionOf(state);
  return {
    id,
    seq: state.seq,
    status: state.status,
    settings: state.settings,
    seats: state.seats.map((seat) => ({ ...seat })),
    turn: state.status === 'live' ? position.turn : null,
    ply: position.ply,
    createdAt: state.createdAt,
    deadlineAt: deadlineAt(state) ?? null,
  };
}
