import type { Browser, Page } from '@playwright/test';
import { DEFAULT_SETTINGS, type GameId, type Settings, type Strength } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { alive, visitor } from '../browser.ts';
import { gather, type PlayersAtTable } from '../players.ts';
import { connectSocket, newCommandId, type SocketClient } from '../socket-client.ts';

/** `language`: what the browsers ask for. A scene must not need its messages. */
export type SceneContext = {
  readonly browser: Browser;
  readonly site: string;
  readonly faults: string[];
  readonly language: string;
  /** Called with every state a scene brings about; `whole`: the page may be longer than the screen. */
  readonly shoot: (page: Page, name: string, part?: 'screen' | 'whole') => Promise<void>;
};

/** Brings pages into states worth seeing, each by a name that begins with the scene's. */
export type Scene = (context: SceneContext, name: string) => Promise<void>;

export async function come({ browser, site, faults, language }: SceneContext, path = '/'): Promise<Page> {
  const page = await visitor(browser, faults, { locale: language });
  await open(page, site + path);
  return page;
}

export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await alive(page);
}

/** A page that needs nothing but its address. */
export const still =
  (path: string): Scene =>
  async (context, name) => {
    const page = await come(context, path);
    await context.shoot(page, name);
    await page.context().close();
  };

/** People round a game of this setup, with eight minutes each. */
export function seat<S extends Side>(
  { browser, site, faults, language }: SceneContext,
  sides: readonly S[],
  change: Partial<Settings>,
): Promise<PlayersAtTable<S>> {
  const time = { kind: 'clock', initialMs: 480_000, incrementMs: 3_000 } as const;
  return gather(browser, site, sides, { time, ...change }, faults, { locale: language });
}

/** Somebody who is there without a page. */
export const somebody = async ({ browser, site }: SceneContext): Promise<SocketClient> =>
  connectSocket(await browser.newContext(), site);

/** Opens a table, with the host in the South. */
export async function openTable(
  host: SocketClient,
  change: Partial<Settings>,
  reserved: readonly { side: Side; name: string }[] = [],
  computers: readonly { side: Side; strength: Strength }[] = [],
): Promise<GameId> {
  const settings = { ...DEFAULT_SETTINGS, ...change };
  const seats = { side: 'south' as const, reserved: [...reserved], computers: [...computers] };
  const wish = { commandId: newCommandId(), settings, ...seats, from: null };
  return (await host.ask('game:create', wish)).gameId;
}
