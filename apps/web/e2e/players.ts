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
  /** Sends a command as this side's player, as if from another tab. */
  say(side: S, command: Command): Promise<void>;
  all(): Page[];
  close(): void;
};

/** A player at the page of a game, whose opponents have a socket and no page. */
export type SeatedPlayer<S extends Side> = {
  readonly id: GameId;
  readonly url: string;
  readonly page: Page;
  /** Sends a command as this side's player, as if from another tab. */
  say(side: S, command: Command): Promise<void>;
  close(): void;
};

type Seat<S extends Side> = { readonly side: S; readonly socket: SocketClient };

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
  const id = await createGame(host, settings);
  const url = `${site}/game/${id}`;
  await Promise.all(seats.map(({ page }) => page.goto(url)));
  await Promise.all(seats.map(({ page }) => alive(page)));
  for (const { side, socket } of guests) await command(socket, id, { type: 'sit', side });
  return {
    id,
    url,
    sides,
    pages: Object.fromEntries(seats.map(({ side, page }) => [side, page])) as Record<S, Page>,
    all: () => seats.map(({ page }) => page),
    ...commandsOf(seats, id),
  };
}

/** Seats a player at each side of a new game, and opens its page for the first player. */
export async function seat<S extends Side>(
  browser: Browser,
  site: string,
  sides: readonly S[],
  settings: Partial<Settings>,
  faults: string[],
  device: BrowserContextOptions = {},
): Promise<SeatedPlayer<S>> {
  const page = await visitor(browser, faults, device);
  const seats = await Promise.all(
    sides.map(async (side, n) => ({
      side,
      socket: await connectSocket(n === 0 ? page.context() : await browser.newContext(), site),
    })),
  );
  const [host, ...guests] = seats;
  if (host === undefined) throw new Error('nobody to play');
  const id = await createGame(host, settings);
  for (const { side, socket } of guests) await command(socket, id, { type: 'sit', side });
  const url = `${site}/game/${id}`;
  await page.goto(url);
  await alive(page);
  return { id, url, page, ...commandsOf(seats, id) };
}

async function createGame({ side, socket }: Seat<Side>, settings: Partial<Settings>): Promise<GameId> {
  const { gameId } = await socket.ask('game:create', {
    commandId: newCommandId(),
    settings: { ...DEFAULT_SETTINGS, ...settings },
    side,
    reserved: [],
    from: null,
  });
  return gameId;
}

function commandsOf<S extends Side>(seats: readonly Seat<S>[], id: GameId): Pick<SeatedPlayer<S>, 'say' | 'close'> {
  return {
    say: (side, said) => {
      const found = seats.find((each) => each.side === side);
      if (found === undefined) throw new Error(`nobody sits at ${side}`);
      return command(found.socket, id, said);
    },
    close: () => {
      for (const { socket } of seats) socket.close();
    },
  };
}

async function command(socket: SocketClient, gameId: GameId, said: Command): Promise<void> {
  await socket.ask('game:command', { gameId, commandId: newCommandId(), command: said });
}
