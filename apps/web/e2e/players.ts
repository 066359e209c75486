import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import type { Command, GameId, Settings } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { newVisitor, waitUntilReady } from './browser.ts';
import { connectSocket } from './socket-client.ts';

/** A player on a game's page, whose opponents have a socket but no page. */
export type SeatedPlayer<S extends Side> = {
  readonly id: GameId;
  readonly url: string;
  readonly page: Page;
  /** Sends a command as this side's player, as if from another tab. @returns the number of its last event */
  sendCommand(side: S, command: Command): Promise<number>;
  close(): void;
};

export type PlayersAtTable<S extends Side> = SeatedPlayer<S> & {
  readonly pages: Readonly<Record<S, Page>>;
  allPages(): Page[];
};

/** Opens a table for the given sides, opens its page for the first `pageCount` players, and seats all of them. */
export async function createGame<S extends Side>(
  browser: Browser,
  site: string,
  sides: readonly S[],
  settings: Partial<Settings>,
  pageErrors: string[],
  device: BrowserContextOptions,
  pageCount: number,
): Promise<PlayersAtTable<S>> {
  const seats = await Promise.all(
    sides.map(async (side, n) => {
      const page = n < pageCount ? await newVisitor(browser, pageErrors, device) : undefined;
      const socket = await connectSocket(page?.context() ?? (await browser.newContext()), site);
      return { side, page, socket };
    }),
  );
  const [host, ...guests] = seats;
  if (host?.page === undefined) throw new Error('the first player, the host, needs a page');
  const id = await host.socket.create(settings, host.side);
  const url = `${site}/game/${id}`;
  const sit = async (players: typeof guests) => {
    for (const { side, socket } of players) await socket.commandOrThrow(id, { type: 'sit', side });
  };
  await sit(guests.filter(({ page }) => page === undefined));
  const pages = seats.flatMap(({ page }) => page ?? []);
  await Promise.all(pages.map((page) => page.goto(url)));
  await Promise.all(pages.map(waitUntilReady));
  await sit(guests.filter(({ page }) => page !== undefined));
  return {
    id,
    url,
    page: host.page,
    pages: Object.fromEntries(seats.map(({ side, page }) => [side, page])) as Record<S, Page>,
    allPages: () => pages,
    sendCommand: async (side, command) => {
      const player = seats.find((each) => each.side === side);
      if (player === undefined) throw new Error(`no player sits at ${side}`);
      return player.socket.commandOrThrow(id, command);
    },
    close: () => {
      for (const { socket } of seats) socket.close();
    },
  };
}
