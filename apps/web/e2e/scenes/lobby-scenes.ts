import { SETUPS, type SetupName, type Side } from '@terrace/rules';
import { nameOf } from '../chat.ts';
import { connectSocket, newCommandId, type SocketClient } from '../socket-client.ts';
import { playOn } from './play.ts';
import { come, open, openTable, type Scene, type SceneContext, somebody } from './scene-context.ts';

const GAMES: readonly SetupName[] = ['four', 'short', 'medium', 'long', 'three', 'short', 'long6', 'four6'];
const TABLES: readonly SetupName[] = ['four', 'long', 'short', 'three', 'medium'];

/** Live games, open tables, an invitation and a game of one's own by days. */
const busy: Scene = async (context, name) => {
  const me = await come(context);
  const own = await connectSocket(me.context(), context.site);
  const sockets: SocketClient[] = [own];
  for (const [n, setup] of GAMES.entries()) sockets.push(...(await liveGame(context, setup, 8 + n * 2)));
  for (const setup of TABLES) {
    const host = await somebody(context);
    await openTable(host, { setup });
    sockets.push(host);
  }
  const [host, partner] = [await somebody(context), await somebody(context)];
  sockets.push(host, partner);
  await openTable(host, {}, [{ side: 'north', name: await nameOf(me, context.site) }]);
  const time = { kind: 'days', perMoveMs: 86_400_000 } as const;
  const mine = await openTable(own, { time, seen: 'link' });
  await sit(partner, mine, 'north');

  await open(me, context.site);
  await context.shoot(me, name, 'whole');
  await open(me, `${context.site}/?challenge=Ann`);
  await context.shoot(me, `${name}-setting`);
  await open(me, `${context.site}/watch`);
  await context.shoot(me, 'watch', 'whole');
  for (const socket of sockets) socket.close();
};

/** The first page where nobody is, and the puzzle that a phone offers in a live game's place: on a server without one. */
const empty: Scene = async (context, name) => {
  const page = await come(context);
  await context.shoot(page, name);
  await page.setViewportSize({ width: 360, height: 740 });
  const tries = page.locator('figure button');
  await tries.or(page.locator('figure a[data-featured]')).waitFor();
  if ((await tries.count()) > 0) {
    await tries.click();
    await page.locator('.puzzle').waitFor();
    await context.shoot(page, `${name}-puzzle`, 'whole');
  }
  await page.context().close();
};

/** The settings unfolded where they are one line, and the menu of a phone. */
const first: Scene = async (context, name) => {
  const page = await come(context);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator('button.line').click();
  await context.shoot(page, `${name}-choosing`, 'whole');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator('button.menu').click();
  await context.shoot(page, `${name}-menu`);
  await page.context().close();
};

/** Somebody waits for a game: seen by others, and by the one who went on to another page. */
const search: Scene = async (context, name) => {
  const [anna, ben] = [await come(context), await come(context)];
  await anna.locator('.primary button').click();
  await anna.locator('[data-part="search"]').waitFor();
  await ben.locator('[data-seek]').first().waitFor();
  await context.shoot(ben, name, 'whole');
  await anna.locator('#pages a[href="/learn"]').click();
  await anna.waitForURL('**/learn');
  await context.shoot(anna, `${name}-away`);
  await anna.locator('[data-part="search"] button').click();
  await anna.context().close();
  await ben.context().close();
};

export const lobbyScenes = { 'lobby-empty': empty, lobby: busy, first, search };

/** A game played so far by lot, the same in every run. */
async function liveGame(context: SceneContext, setup: SetupName, moves: number): Promise<readonly SocketClient[]> {
  const { seats } = SETUPS[setup];
  const sockets = new Map<Side, SocketClient>();
  for (const side of seats) sockets.set(side, await somebody(context));
  const [host, ...others] = [...sockets];
  if (host === undefined) return [];
  const id = await openTable(host[1], { setup });
  for (const [side, socket] of others) await sit(socket, id, side);
  await playOn(
    {
      id,
      url: `${context.site}/game/${id}`,
      sides: seats,
      say: async (side, command) => {
        await sockets.get(side)?.ask('game:command', { gameId: id, commandId: newCommandId(), command });
      },
    },
    moves,
  );
  return [...sockets.values()];
}

async function sit(socket: SocketClient, gameId: Awaited<ReturnType<typeof openTable>>, side: Side): Promise<void> {
  await socket.ask('game:command', { gameId, commandId: newCommandId(), command: { type: 'sit', side } });
}
