import { currentPosition, deadlineAt, type GameState, placeOf } from '@terrace/game';
import { type GameId, type GameRow, type PlayerId, ratingKindOf } from '@terrace/protocol';
import { formatPosition } from '@terrace/rules';
import type { Summary } from './games.ports.ts';

/** The summary row of a game, derived from its state at every append. */
export function summarize(id: GameId, state: GameState): Summary {
  const { result, seats, settings } = state;
  const position = currentPosition(state);
  return {
    id,
    seq: state.seq,
    status: state.status,
    settings,
    seats: seats.map((seat) => withPlace(state, seat)),
    turn: state.status === 'live' ? position.turn : null,
    ply: position.ply,
    createdAt: state.createdAt,
    updatedAt: state.lastAt,
    deadlineAt: deadlineAt(state) ?? null,
    kind: ratingKindOf(settings, seats.length),
    endedAt: state.endedAt,
    endedBy: result?.by ?? null,
    winner: seats.find(({ side }) => side === result?.winner)?.player?.id ?? null,
    places: result?.places ?? null,
    finalPosition: state.status === 'over' || state.closed?.calledOffAt != null ? formatPosition(position) : null,
    closedBy: state.closed?.by ?? null,
    closedSide: state.closed?.side ?? null,
    calledOffAt: state.closed?.calledOffAt ?? null,
  };
}

/** Seats of sides that are out name their place, so that lists need no log. A result has all places. */
function withPlace(state: GameState, seat: GameState['seats'][number]): Summary['seats'][number] {
  const isOut = state.status === 'live' && currentPosition(state).out.includes(seat.side);
  return isOut ? { ...seat, place: placeOf(state, seat.side) } : seat;
}

export const toGameRow = ({ id, status, settings, seats, turn, ply, createdAt, deadlineAt }: Summary): GameRow => ({
  id,
  status,
  settings,
  seats,
  turn,
  ply,
  createdAt,
  ...(deadlineAt !== null && { dueAt: deadlineAt }),
});

/** Whether a player has a seat or an invitation. */
export const hasSeat = ({ seats }: Pick<GameRow, 'seats'>, id: PlayerId): boolean =>
  seats.some(({ player, reserved }) => (player ?? reserved)?.id === id);

/** Whether a player has a seat in play: lost seats wait for no one. */
export const isInPlay = ({ seats }: Pick<GameRow, 'seats'>, id: PlayerId): boolean =>
  seats.some(({ player, place }) => player?.id === id && place === undefined);

/** Players with a seat or an invitation, and those replaced by a computer. */
export function playersOf(seats: readonly GameRow['seats'][number][]): PlayerId[] {
  const players: PlayerId[] = [];
  for (const { player, reserved, leaver } of seats) {
    const here = player ?? reserved;
    if (here !== null) players.push(here.id);
    if (leaver !== undefined) players.push(leaver.id);
  }
  return players;
}
