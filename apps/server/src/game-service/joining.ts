import type { GameState, ServerCommand } from '@terrace/game';
import { type Command, isComputer } from '@terrace/protocol';
import type { Companion } from './requests.ts';

/**
 * Whether a command makes its sender join or begin a game, so that the server checks first whether the sender may. A host
 * who has been suspended since must not begin one either.
 */
export const joinsGame = (command: Command | ServerCommand): boolean =>
  command.type === 'sit' ||
  command.type === 'start' ||
  ((command.type === 'offer' || command.type === 'accept') && command.offer === 'rematch');

/** The seated players. At an open table also the host, who may organise it without a seat, and has no part in a rematch. */
export function companionsOf({ seats, host, status }: GameState): readonly Companion[] {
  const seated = seats.flatMap(({ player }) => (player === null || isComputer(player) ? [] : [player]));
  return status !== 'open' || seated.some(({ id }) => id === host) ? seated : [...seated, { id: host }];
}
