import { member, ratedGame } from '../member.ts';
import { come, open, type Scene, still } from './scene-context.ts';

const REFUSED = "1d'c'c'b'b't'1/D'6T/C'6B/C'6B/B'6C/B'2T3C/T'6D/1tbbccd1 s swne 0 1";
const RECORD = [
  '[Setup "long"]',
  '1. c-d2-d4',
  '2. C-e7-e5',
  '3. b-e2-e4 {South comes near. What can North do about it?}',
  '4. B-d7-d5',
  '*',
].join('\n');

const editor: Scene = async (context, name) => {
  const page = await come(context, '/editor');
  await context.shoot(page, name);
  await page.click('[data-square="d4"]');
  await context.shoot(page, `${name}-choosing`);
  await open(page, `${context.site}/editor?position=${encodeURIComponent(REFUSED)}`);
  await context.shoot(page, `${name}-refused`);
};

const analysis: Scene = async (context, name) => {
  const page = await come(context, '/analysis');
  await context.shoot(page, name);
  await open(page, `${context.site}/analysis?record=${encodeURIComponent(RECORD)}`);
  await page.click('[data-square="d4"]');
  await context.shoot(page, `${name}-record`);
};

/** The engine at work beside the analysis board: two seats with three lines and the threat, and four seats in 3D. */
const engine: Scene = async (context, name) => {
  const page = await come(context, `/analysis?record=${encodeURIComponent(RECORD)}#4`);
  await page.locator('[data-engine] input').check();
  // By key: a line that comes in moves what the mouse is on its way to.
  for (const wish of await page.locator('[data-engine] .wishes input').all()) await wish.press('Space');
  await page.locator('[data-arrow="threat"]').waitFor({ state: 'attached' });
  await page.locator('[data-line="3"]').waitFor();
  await context.shoot(page, name);
  await page.locator('select').first().selectOption('four');
  await page.locator('[data-engine] ul').waitFor();
  await context.shoot(page, `${name}-four`);
};

/** What is written about members who have played rated games. */
const people: Scene = async (context, name) => {
  const { browser, site, faults } = context;
  const run = Date.now().toString(36).slice(-5); // names are given once
  const [ann, ben] = [
    await member(browser, site, `Ann-${run}`, faults),
    await member(browser, site, `Ben-${run}`, faults),
  ];
  for (let n = 0; n < 10; n += 1) await (n % 3 === 2 ? ratedGame(ben, ann) : ratedGame(ann, ben));
  const page = await come(context, `/players/${ann.name}`);
  await context.shoot(page, 'profile', 'whole');
  for (const path of ['leaderboard', 'archive']) {
    await open(page, `${site}/${path}`);
    await context.shoot(page, path);
  }
  await ann.page.context().setExtraHTTPHeaders({ 'accept-language': context.language });
  await open(ann.page, `${site}/settings/account`);
  await context.shoot(ann.page, `${name}-account`, 'whole');
  for (const { socket } of [ann, ben]) socket.close();
};

export const readingScenes = {
  editor,
  analysis,
  engine,
  people,
  local: still('/local'),
  learn: still('/learn'),
  'learn-rules': still('/learn/rules'),
  about: still('/about'),
  privacy: still('/privacy'),
  login: still('/login'),
  settings: still('/settings'),
  api: still('/api'),
  offline: still('/offline'),
  moderation: still('/moderation'),
  error: still('/nowhere'),
};
