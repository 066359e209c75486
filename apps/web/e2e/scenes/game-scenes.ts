import type { Side } from '@terrace/rules';
import { nameOf } from '../chat.ts';
import { reaches } from '../game-page.ts';
import { scriptedGame } from '../script.ts';
import { connectSocket } from '../socket-client.ts';
import { playOn } from './play.ts';
import { come, open, openTable, type Scene, seat } from './scene-context.ts';

const ALL_SIDES: readonly Side[] = ['south', 'west', 'north', 'east'];

const waiting: Scene = async (context, name) => {
  const [host, ann] = [await come(context), await come(context)];
  const socket = await connectSocket(host.context(), context.site);
  const kept = [{ side: 'north' as const, name: await nameOf(ann, context.site) }];
  const id = await openTable(socket, { setup: 'four', starts: 'host' }, kept);
  await open(host, `${context.site}/game/${id}`);
  await context.shoot(host, name);
  await open(ann, `${context.site}/learn`);
  await context.shoot(ann, `${name}-invited`);
  socket.close();
};

const two: Scene = async (context, name) => {
  const party = await seat(context, ['south', 'north'] as const, { setup: 'long' });
  await context.shoot(party.pages.north, `${name}-first`);
  await playOn(party, 20);
  await context.shoot(party.pages.south, name);
  await party.pages.south.locator('[data-plate="north"] > button').click();
  await party.pages.south.getByRole('dialog').waitFor();
  await context.shoot(party.pages.south, `${name}-card`);
  await party.pages.south.keyboard.press('Escape');
  await party.say('north', { type: 'offer', offer: 'draw' });
  await context.shoot(party.pages.south, `${name}-draw`);
  await party.say('south', { type: 'resign' });
  await context.shoot(party.pages.south, `${name}-over`);
  party.close();
};

const three: Scene = async (context, name) => {
  const party = await seat(context, ['south', 'north', 'east'] as const, { setup: 'three' });
  await playOn(party, 13);
  await context.shoot(party.pages.east, name);
  const watcher = await come(context, new URL(party.url).pathname);
  await context.shoot(watcher, `${name}-watched`);
  party.close();
};

const four: Scene = async (context, name) => {
  const party = await seat(context, ALL_SIDES, { setup: 'four' });
  await playOn(party, 20);
  await context.shoot(party.pages.south, name);
  await context.shoot(party.pages.west, `${name}-west`);
  await party.say('north', { type: 'resign' });
  await context.shoot(party.pages.south, `${name}-out`);
  await party.say('west', { type: 'resign' });
  await party.say('east', { type: 'resign' });
  await context.shoot(party.pages.south, `${name}-over`);
  party.close();
};

const call: Scene = async (context, name) => {
  // West's T stands in Terrace from the first move on; North has a second piece on it.
  const position = "3d'2t'1/8/8/D'6T/8/2d4D/1T'4t1/2d'4c s swne 0 1";
  const party = await seat(context, ALL_SIDES, { setup: 'custom', position });
  await context.shoot(party.pages.west, name);
  // For South this is the first game, too.
  await context.shoot(party.pages.south, `${name}-first`);
  await party.pages.south.locator('[data-square="b2"]').click();
  await party.pages.south.locator('[data-sentence]').waitFor();
  await context.shoot(party.pages.south, `${name}-refused`);
  party.close();
};

/** An own piece that a second click takes. */
const ownCapture: Scene = async (context, name) => {
  const position = '7T/8/8/5a2/4c3/3d4/1b6/t7 s sn 0 1';
  const party = await seat(context, ['south', 'north'] as const, { setup: 'custom', position });
  const { south } = party.pages;
  await reaches(south, 4);
  for (const square of ['e4', 'f5']) await south.locator(`[data-square="${square}"]`).click();
  await south.locator('[data-square="f5"][aria-selected="true"]').waitFor();
  await context.shoot(south, name);
  party.close();
};

const talk: Scene = async (context, name) => {
  const party = await seat(context, ['south', 'north'] as const, { setup: 'long' });
  const { south, north } = party.pages;
  await reaches(south, 4);
  const lines = [
    { page: south, text: 'Hello, good game.' },
    { page: north, text: 'Good game to you. I look at the far corner first, and then at everything between us.' },
  ];
  for (const { page, text } of lines) {
    const field = page.locator('[data-part="chat"]').locator('input, textarea').first();
    await field.fill(text);
    await field.press('Enter');
    await page.getByRole('log').getByText(text).waitFor();
  }
  await party.say('south', { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await reaches(south, 5);
  await context.shoot(south, name);
  party.close();
};

/** A game by lot that is won, reviewed; at its end, at a turning point, and as it is asked for. */
const review: Scene = async (context, name) => {
  const party = await seat(context, ['south', 'north'] as const, { setup: 'short' });
  for (const [n, move] of scriptedGame('short', 16, 40).moves.entries())
    await party.say(n % 2 === 0 ? 'south' : 'north', { type: 'move', ply: n + 1, ...move });
  const page = party.pages.north;
  await page.locator('[data-result]').waitFor();
  await page.keyboard.press('v');
  await page.locator('[data-review="none"]').waitFor();
  await context.shoot(page, `${name}-asked`);
  await page.locator('[data-review="none"] .button').click();
  await page.locator('[data-review="done"]').waitFor({ timeout: 120_000 });
  await context.shoot(page, name);
  await page.keyboard.press(',');
  await page.locator('[data-arrow="best"]').waitFor({ state: 'attached' });
  await context.shoot(page, `${name}-turning`);
  party.close();
};

const reviewFour: Scene = async (context, name) => {
  const party = await seat(context, ALL_SIDES, { setup: 'four' });
  await playOn(party, 16);
  for (const side of ['north', 'west', 'east'] as const) await party.say(side, { type: 'resign' });
  const page = party.pages.south;
  await page.locator('[data-result]').waitFor();
  await page.keyboard.press('v');
  await page.locator('[data-review="none"] .button').click();
  await page.locator('[data-review="done"]').waitFor({ timeout: 120_000 });
  await page.keyboard.press(',');
  await context.shoot(page, name);
  party.close();
};

export const gameScenes = {
  waiting,
  two,
  three,
  four,
  call,
  'own-capture': ownCapture,
  talk,
  review,
  'review-four': reviewFour,
};
