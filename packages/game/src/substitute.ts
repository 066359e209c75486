import { availableComputer, isComputer, type Player } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { currentPosition, type GameState } from './state.ts';

export const peopleIn = (state: GameState): readonly Player[] =>
  state.seats.flatMap(({ side, player }) =>
    player === null || isComputer(player) || currentPosition(state).out.includes(side) ? [] : [player],
  );

/** The computer that would replace this player; none with two sides (R15), for a computer, or for the last person. */
export function substituteFor(state: GameState, side: Side): Player | undefined {
  const strength = state.settings.substitute;
  const leaver = state.seats.find((seat) => seat.side === side)?.player;
  if (strength === undefined || state.seats.length === 2 || !leaver || isComputer(leaver)) return undefined;
  if (!peopleIn(state).some(({ id }) => id !== leaver.id)) return undefined;
  return availableComputer(
    strength,
    state.seats.flatMap(({ player }) => player?.id ?? []),
  );
}
