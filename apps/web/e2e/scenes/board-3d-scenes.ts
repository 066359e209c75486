import type { Page } from '@playwright/test';
import type { SetupName, Side } from '@terrace/rules';
import { framesPass } from '../game-page.ts';
import { playOn } from './play.ts';
import { come, open, type Scene, type SceneContext, seat } from './scene-context.ts';

const BOARDS = ['plaster', 'paddy', 'slate', 'dusk'] as const;

const two: Scene = async (context, name) => {
  const party = await game(context, ['south', 'north'] as const, 'long', 24);
  const page = party.pages.south;
  await show3D(page);
  await context.shoot(page, name);
  await selectLiveliest(page);
  await context.shoot(page, `${name}-selected`);
  await party.say('south', { type: 'resign' });
  await page.locator('[data-result]').waitFor();
  await context.shoot(page, `${name}-over`);
  party.close();
};

/** The same position in the colours of every board. */
const boards: Scene = async (context, name) => {
  const party = await game(context, ['south', 'north'] as const, 'long', 24);
  const page = party.pages.south;
  await show3D(page);
  for (const board of BOARDS) {
    await page.evaluate((theme) => {
      document.documentElement.dataset.board = theme;
    }, board);
    await context.shoot(page, `${name}-${board}`);
  }
  party.close();
};

const four: Scene = async (context, name) => {
  const party = await game(context, ['south', 'west', 'north', 'east'] as const, 'four', 20);
  for (const side of ['south', 'east'] as const) {
    await show3D(party.pages[side]);
    await context.shoot(party.pages[side], `${name}-${side}`);
  }
  party.close();
};

const small: Scene = async (context, name) => {
  const party = await game(context, ['south', 'north'] as const, 'long6', 8);
  await show3D(party.pages.north);
  await context.shoot(party.pages.north, name);
  party.close();
};

/** What the engine points out, on the 3D board: the preference comes from the cookie. */
const engine: Scene = async (context, name) => {
  const page = await come(context, '/settings');
  const view = {
    name: 'terrace_preferences',
    value: encodeURIComponent('{"view":"solid","engine":true,"threeLines":true}'),
  };
  await page.context().addCookies([{ ...view, url: context.site }]);
  await open(page, `${context.site}/analysis`);
  await page.waitForSelector('[data-view="3d"]', { state: 'attached' });
  await page.locator('[data-line="3"]').waitFor({ state: 'attached' });
  await context.shoot(page, name);
};

/** Whose pages differ from those of the other scenes in the board alone. */
export const more3DScenes = { '3d-engine': engine, '3d-four': four, '3d-boards': boards, '3d-small': small };
export const board3DScenes = { '3d-two': two };

async function game<S extends Side>(context: SceneContext, sides: readonly S[], setup: SetupName, moves: number) {
  const party = await seat(context, sides, { setup });
  await playOn(party, moves);
  return party;
}

/** The second of the two views is 3D, whatever the language calls it. */
async function show3D(page: Page): Promise<void> {
  await page.bringToFront();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator('input[value="3d"]').check({ force: true });
  await page.waitForSelector('[data-view="3d"]');
}

/** Selects the own piece that has most kinds of moves. */
async function selectLiveliest(page: Page): Promise<void> {
  const select = (square: string) => page.locator(`[data-square="${square}"]`).dispatchEvent('click');
  const squares = await page.$$eval('.movable', (all) => all.map((each) => each.getAttribute('data-square') ?? ''));
  let best = { square: '', kinds: 0 };
  for (const square of squares) {
    await select(square);
    await framesPass(page);
    const targets = await page.$$eval('[data-target]', (all) => all.map((each) => each.getAttribute('data-target')));
    const kinds = new Set(targets).size;
    if (kinds > best.kinds) best = { square, kinds };
  }
  await select(best.square);
}
