import type { GameState, ServerCommand } from '@terrace/game';
import { type Command, isComputer } from '@terrace/protocol';
import type { Companion } from './requests.ts';

/** Whether a command makes its sender join a game, so that the server checks first whether the sender may. */
export const joinsGame = (command: Command | ServerCommand): boolean =>
  command.type === 'sit' || ((command.type === 'offer' || command.type === 'accept') && command.offer === 'rematch');

/** The seated players, and the host, who may organise a table without a seat. */
export function companionsOf({ seats, host }: GameState): readonly Companion[] {
  const seated = seats.flatMap(({ player }) => (player === null || isComputer(player) ? [] : [player]));
  return seated.some(({ id }) => id === host) ? seated : [...seated, { id: host }];
}
