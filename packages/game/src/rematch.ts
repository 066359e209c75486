import type { GameEvent, GameId } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { GameState } from './state.ts';
import { startedEvent } from './terms.ts';

/** The first events of a rematch: the same settings and host, with all players one seat further clockwise (R11). */
export function rematchEvents(state: GameState): Result<readonly GameEvent[], 'seats-open'> {
  const players = state.seats.map(({ player }) => player);
  const host = players.find((player) => player?.id === state.host) ?? players[0];
  if (host == null) return err('seats-open');
  const seated: GameEvent[] = [];
  for (const [i, { side }] of state.seats.entries()) {
    const player = players.at(i - 1);
    if (player == null) return err('seats-open');
    seated.push({ type: 'seated', side, player });
  }
  return ok([{ type: 'created', settings: state.settings, host }, ...seated, startedEvent(state.settings)]);
}

/** The id of the next game, if these events include the agreement on a rematch. */
export const rematchIn = (events: readonly GameEvent[]): GameId | undefined =>
  events.find((event) => event.type === 'rematched')?.gameId;
