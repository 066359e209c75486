import type { GameState, ServerCommand } from '@terrace/game';
import { type Command, isComputer } from '@terrace/protocol';
import type { Companion } from './requests.ts';

/**
 * Whether a command makes its sender join or begin a game, which needs a check of the sender: a host may have been suspended
 * since.
 */
export const joinsGame = (command: Command | ServerCommand): boolean =>
  command.type === 'sit' ||
  command.type === 'start' ||
  ((command.type === 'offer' || command.type === 'accept') && command.offer === 'rematch');

/** The seated players. At an open table the host counts even without a seat, but not for a rematch. */
export function companionsOf({ seats, host, status }: GameState): readonly Companion[] {
  const seated = seats.flatMap(({ player }) => (player === null || isComputer(player) ? [] : [player]));
  return status !== 'open' || seated.some(({ id }) => id === host) ? seated : [...seated, { id: host }];
}
