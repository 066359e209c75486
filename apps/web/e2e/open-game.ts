import { DEFAULT_SETTINGS, type GameId, type Settings } from '@terrace/protocol';
import { newCommandId, type SocketClient } from './socket-client.ts';

/** Starts a game of two, with the host in the South. */
export async function openGame(host: SocketClient, guest: SocketClient, change: Partial<Settings>): Promise<GameId> {
  const { gameId } = await host.ask('game:create', {
    commandId: newCommandId(),
    settings: { ...DEFAULT_SETTINGS, ...change },
    side: 'south',
    reserved: [],
    from: null,
  });
  await guest.ask('game:command', { gameId, commandId: newCommandId(), command: { type: 'sit', side: 'north' } });
  return gameId;
}
