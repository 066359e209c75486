import type { Page } from '@playwright/test';
import type { Side } from '@terrace/rules';
import { shown } from '../game-page.ts';
import { connectSocket, newCommandId } from '../socket-client.ts';
import { playOn } from './play.ts';
import { come, open, openTable, type Scene, type SceneContext } from './scene-context.ts';

/** The lobby's game against computers being chosen, and a search with a game to pass the time. */
const lobby: Scene = async (context, name) => {
  const page = await come(context);
  await page.locator('[aria-controls="computer-choices"]').click();
  await context.shoot(page, name, 'whole');
  await page.locator('.primary button').click();
  const meanwhile = page.locator('.seeking button').nth(1);
  await meanwhile.waitFor();
  await context.shoot(page, `${name}-seeking`);
  await meanwhile.click();
  await page.waitForURL(/\/game\/\w+/);
  await page.waitForSelector('[data-position]');
  await context.shoot(page, `${name}-meanwhile`);
  await page.context().close();
};

/** A table of four: its host, a computer, and two open seats; and the panel that opens such a table. */
const table: Scene = async (context, name) => {
  const page = await come(context, '/?challenge=Ann');
  await page.locator('#own-table select').first().selectOption('four');
  await page.locator('#own-table [aria-pressed]').nth(1).click();
  await context.shoot(page, `${name}-setting`);
  const socket = await connectSocket(page.context(), context.site);
  const gameId = await openTable(socket, { setup: 'four', starts: 'host' });
  const command = { type: 'seat-computer', side: 'west', strength: 3 } as const;
  await socket.ask('game:command', { gameId, commandId: newCommandId(), command });
  await open(page, `${context.site}/game/${gameId}`);
  await context.shoot(page, name);
  socket.close();
};

/** Games against one computer and against three, under way and over. */
const game: Scene = async (context, name) => {
  const two = await against(context, ['north'], 'long');
  await playOwn(two, 12);
  await context.shoot(two.page, name);
  if ((await two.page.locator('[data-result]').count()) === 0) await two.say({ type: 'resign' });
  await two.page.locator('[data-result]').waitFor();
  await context.shoot(two.page, `${name}-over`);
  const four = await against(context, ['west', 'north', 'east'], 'four');
  await playOwn(four, 8);
  await context.shoot(four.page, `${name}-four`);
};

const local: Scene = async (context, name) => {
  const page = await come(context, '/local');
  await page.locator('select').first().selectOption('four');
  for (const seat of [1, 3]) await page.locator('fieldset [aria-pressed]').nth(seat).click();
  await context.shoot(page, name, 'whole');
  await page.locator('form .buttons button').click();
  await page.waitForSelector('[data-position]');
  await context.shoot(page, `${name}-game`);
};

const profile: Scene = async (context, name) => {
  const page = await come(context, '/players/Computer%203');
  await context.shoot(page, name, 'whole');
};

export const computerScenes = {
  'computer-lobby': lobby,
  'computer-table': table,
  'computer-game': game,
  'computer-local': local,
  'computer-profile': profile,
};

/** Somebody in the South, and computers at all other sides. */
async function against(context: SceneContext, sides: readonly Side[], setup: 'long' | 'four') {
  const page = await come(context, '/learn');
  const socket = await connectSocket(page.context(), context.site);
  const gameId = await openTable(
    socket,
    { setup, time: null },
    [],
    sides.map((side) => ({ side, strength: 3 })),
  );
  await open(page, `${context.site}/game/${gameId}`);
  const say = async (command: Parameters<typeof socket.ask<'game:command'>>[1]['command']) => {
    await socket.ask('game:command', { gameId, commandId: newCommandId(), command });
  };
  return { page, say, gameId, url: `${context.site}/game/${gameId}` };
}

/** So many plies, every other one by lot for South, which waits for the computers. */
async function playOwn({ page, say, gameId, url }: Awaited<ReturnType<typeof against>>, plies: number): Promise<void> {
  for (let ply = 1; ply <= plies; ply = Number((await shown(page)).position.split(' ')[4])) {
    await southToMove(page);
    if ((await page.locator('[data-result], [data-plate="south"].out').count()) > 0) return;
    await playOn({ id: gameId, url, sides: ['south'], say: (_side, command) => say(command) }, 1);
  }
  await southToMove(page);
}

/** South may have lost its T meanwhile. */
const southToMove = (page: Page) =>
  page.waitForSelector('[data-result], [data-plate="south"].out, [data-position*=" s "]');
