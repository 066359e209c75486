import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PlayerProfile } from '@terrace/protocol';
import { parsePosition } from '@terrace/rules';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive } from './browser.ts';
import { type Member, member, ratedGame } from './member.ts';
import { useTestSite } from './test-site.ts';

const ADMIN = new URL('../../server/src/admin.ts', import.meta.url).pathname;

const env = useTestSite();
const faults: string[] = [];
let ann: Member;
let ben: Member;
beforeAll(async () => {
  ann = await member(env.browser, env.site.url, 'Ann-of-the-steps', faults);
  ben = await member(env.browser, env.site.url, 'Ben', faults);
  for (let n = 0; n < 10; n += 1) await (n % 3 === 2 ? ratedGame(ben, ann) : ratedGame(ann, ben));
});
afterEach(() => {
  expect(faults).toEqual([]);
});

const profileOf = async (name: string) =>
  PlayerProfile.parse(await (await fetch(`${env.site.url}/api/players/${name}`)).json());

test('after ten rated games a profile shows the rating with its chart, the results, and every game', async () => {
  await expect.poll(async () => (await profileOf('Ben')).ratings[0]?.games).toBe(10);
  const { page } = ben;
  await page.goto(`${env.site.url}/players/Ann-of-the-steps`);
  await page.getByText(/^10 games: from \d+ to \d+, at best \d+\.$/).waitFor();
  await page.locator('figure canvas').waitFor();
  const [rating] = (await profileOf(ann.name)).ratings;
  await page.getByRole('link', { name: `Blitz ${rating?.rating}` }).waitFor();
  for (const name of ['Blitz 10 7 0 3', 'Against you 10 7 0 3']) await page.getByRole('row', { name }).waitFor();
  expect(await page.locator('[data-game]').count()).toBe(10);
  // Each with the board as it stood when the game ended.
  const [ended = ''] = await page
    .locator('[data-game] [data-position]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-position') ?? ''));
  expect(parsePosition(ended).ok).toBe(true);
  expect(await page.locator('[data-game] svg[role="img"]').count()).toBe(10);

  await page.getByText('Search for').click();
  await page.getByLabel('Result', { exact: true }).selectOption({ label: 'Lost by the player' });
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL(/result=lost/);
  await expect.poll(() => page.locator('[data-game]').count()).toBe(3);
  expect(await violations(page)).toEqual([]);
});

test('the archive finds games by player and kind, and a game of it is read as a record', async () => {
  const rapid = await ratedGame(ben, ann, { time: { kind: 'clock', initialMs: 600_000, incrementMs: 5_000 } });
  const { page } = ann;
  await page.goto(`${env.site.url}/archive`);
  await page.getByLabel('Player', { exact: true }).fill('ben');
  await page.getByLabel('Kind').selectOption({ label: 'Rapid' });
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL(/kind=rapid/);
  await expect.poll(() => page.locator('[data-game]').evaluateAll((all) => all.length)).toBe(1);
  const [record] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Record of/ }).click(),
  ]);
  expect(record.suggestedFilename()).toBe(`terrace-${rapid}.gam`);
  expect(await violations(page)).toEqual([]);
});

test('what was chosen before the scripts of the page had come stays chosen', async () => {
  const { page } = ann;
  const scripts = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`${env.site.url}/archive`, { waitUntil: 'commit' });
  await page.getByLabel('Kind').selectOption({ label: 'Rapid' });
  scripts.resolve();
  await alive(page);
  await page.unroute('**/*.js');
  expect(await page.getByLabel('Kind').inputValue()).toBe('rapid');
});

test('the leaderboard opens on a kind with players, and one of a kind that nobody has played says so', async () => {
  const { page } = ann;
  await page.goto(`${env.site.url}/leaderboard`);
  expect(new URL(page.url()).search).toBe('?kind=blitz');
  await page
    .getByRole('table', { name: 'On the way' })
    .getByRole('row', { name: /Ben .* about \d+ games? to go/ })
    .waitFor();
  await page.getByRole('link', { name: 'Four seats' }).click();
  await page.getByText('No rated game of this kind has been played yet').waitFor();
});

test('a report reaches the moderators, who mute, and what they did is written down', async () => {
  await ann.page.goto(`${env.site.url}/players/Ben`);
  await alive(ann.page);
  await ann.page.getByRole('button', { name: 'Report' }).click();
  await ann.page.getByLabel('What happened').fill('Talks of nothing but chess.');
  await ann.page.getByRole('button', { name: 'Send report' }).click();
  await ann.page.getByText('A moderator will look at it.').waitFor();

  const judge = await member(env.browser, env.site.url, 'Judge', faults);
  const refused = await judge.page.goto(`${env.site.url}/moderation`);
  expect(refused?.status()).toBe(403);
  await promisify(execFile)(process.execPath, [ADMIN, 'grant', 'Judge'], {
    env: { ...process.env, DATABASE_URL: env.site.databaseUrl },
  });
  const way = { name: 'Moderation', exact: true };
  expect(await judge.page.getByRole('link', way).count()).toBe(0);
  // A node knows who somebody is for five seconds; then who may finds the way.
  await expect
    .poll(
      async () => {
        await judge.page.goto(env.site.url);
        return judge.page.getByRole('link', way).count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  await alive(judge.page);
  await judge.page.getByRole('link', way).click();
  await judge.page.getByText('Talks of nothing but chess.').waitFor();
  await alive(judge.page); // a form sent before the page's script runs would load the page anew
  await judge.page.getByLabel('Player', { exact: true }).fill('Ben');
  await judge.page.getByLabel('Reason, shown to the player').fill('Talk about Terrace.');
  await judge.page.getByLabel('Days').fill('2');
  await judge.page.getByRole('button', { name: 'Apply' }).click();
  await judge.page.getByText(/May not chat, until/).waitFor();
  await judge.page.getByRole('button', { name: 'Mark as done' }).click();
  await judge.page.getByText('No open reports.').waitFor();
  expect(await judge.page.getByText('Ben: sanctioned, by Judge').count()).toBe(1);
  expect(await violations(judge.page)).toEqual([]);
});
