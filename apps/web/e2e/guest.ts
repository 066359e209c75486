import type { Browser } from '@playwright/test';
import { type Command, DEFAULT_SETTINGS, type GameId, Me, type Payload, type Settings } from '@terrace/protocol';
import { connectSocket, newCommandId, type SocketClient } from './socket-client.ts';

/** A guest without a page, for opponents whose page no test needs. */
export type Guest = {
  readonly name: string;
  readonly socket: SocketClient;
  /** Opens a table, with the guest in the South. */
  open(settings?: Partial<Settings>, reserved?: Payload<'game:create'>['reserved']): Promise<GameId>;
  say(gameId: GameId, command: Command): Promise<void>;
};

export async function guest(browser: Browser, site: string): Promise<Guest> {
  const context = await browser.newContext();
  const socket = await connectSocket(context, site);
  const me = Me.parse(await (await context.request.get(`${site}/api/me`)).json());
  return {
    name: me.player.name,
    socket,
    open: async (settings = {}, reserved = []) => {
      const wish = { settings: { ...DEFAULT_SETTINGS, ...settings }, side: 'south', reserved, from: null } as const;
      return (await socket.ask('game:create', { commandId: newCommandId(), ...wish })).gameId;
    },
    say: async (gameId, command) => {
      await socket.ask('game:command', { gameId, commandId: newCommandId(), command });
    },
  };
}
