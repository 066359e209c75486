import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { type Command, DEFAULT_SETTINGS, type GameId, type Settings } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { alive, visitor } from './browser.ts';
import { connectSocket, newCommandId, type SocketClient } from './socket-client.ts';

/** People round one game: a page each, and a wire of their own for what is quicker said than clicked. */
export type PlayersAtTable<S extends Side> = {
  readonly id: GameId;
  readonly url: string;
  readonly sides: readonly S[];
  readonly pages: Readonly<Record<S, Page>>;
  /** Sends a command as this side's player would, from another tab. */
  say(side: S, command: Command): Promise<void>;
  all(): Page[];
  close(): void;
};

/** Opens a table for the given sides, seats everyone and brings each to the game's page. */
export async function gather<S extends Side>(
  browser: Browser,
  site: string,
  sides: readonly S[],
  settings: Partial<Settings>,
  faults: string[],
  device: BrowserContextOptions = {},
): Promise<PlayersAtTable<S>> {
  const seats = await Promise.all(
    sides.map(async (side) => {
      const page = await visitor(browser, faults, device);
      const socket = await connectSocket(page.context(), site);
      return { side, page, socket };
    }),
  );
  const [host, ...guests] = seats;
  if (host === undefined) throw new Error('nobody to play');
  const { gameId: id } = await host.socket.ask('game:create', {
    commandId: newCommandId(),
    settings: { ...DEFAULT_SETTINGS, ...settings },
    side: host.side,
    reserved: [],
    from: null,
  });
  const url = `${site}/game/${id}`;
  await Promise.all(seats.map(({ page }) => page.goto(url)));
  await Promise.all(seats.map(({ page }) => alive(page)));
  for (const { side, socket } of guests) await command(socket, id, { type: 'sit', side });

  const find = (side: S): { page: Page; socket: SocketClient } => {
    const seat = seats.find((each) => each.side === side);
    if (seat === undefined) throw new Error(`nobody sits at ${side}`);
    return seat;
  };
  return {
    id,
    url,
    sides,
    pages: Object.fromEntries(seats.map(({ side, page }) => [side, page])) as Record<S, Page>,
    say: (side, said) => command(find(side).socket, id, said),
    all: () => seats.map(({ page }) => page),
    close: () => {
      for (const { socket } of seats) socket.close();
    },
  };
}

async function command(socket: SocketClient, gameId: GameId, said: Command): Promise<void> {
  await socket.ask('game:command', { gameId, commandId: newCommandId(), command: said });
}
