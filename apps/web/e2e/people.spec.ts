import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Me, PlayerProfile } from '@terrace/protocol';
import { parsePosition } from '@terrace/rules';
import { THOROUGH } from '../../../tools/testing/suite.ts';
import { goTo, waitUntilReady } from './browser.ts';
import { expect, test } from './fixtures/test.ts';
import { playRatedGame } from './member.ts';

const ADMIN = new URL('../../server/src/programs/admin.ts', import.meta.url).pathname;

test('rated games appear in the profile, its search, the archive, their records and the leaderboard', async ({
  site,
  newMember,
}) => {
  const [ann, ben] = [await newMember('Ann-of-the-steps'), await newMember('Ben')];
  const rapid = await playRatedGame(ben, ann, { time: { kind: 'clock', initialMs: 600_000, incrementMs: 5_000 } });
  for (let n = 0; n < 10; n += 1) await (n % 3 === 2 ? playRatedGame(ben, ann) : playRatedGame(ann, ben));
  const blitzOf = async (name: string) => {
    const profile = PlayerProfile.parse(await (await fetch(`${site.url}/api/players/${name}`)).json());
    return profile.ratings.find(({ kind }) => kind === 'blitz');
  };
  await expect.poll(async () => (await blitzOf(ben.name))?.games).toBe(10);
  const { page } = ben;
  const games = page.locator('[data-game]');

  await test.step('the profile', async () => {
    await page.goto(`${site.url}/players/${ann.name}`);
    await expect(page.getByText(/^10 games: from \d+ to \d+, peak \d+\.$/)).toBeVisible();
    await expect(page.locator('figure svg').first()).toBeVisible();
    const rating = (await blitzOf(ann.name))?.rating;
    await expect(page.getByRole('link', { name: `Blitz ${rating}` })).toBeVisible();
    await expect(page.getByRole('row', { name: 'Blitz 10 7 0 3' })).toBeVisible();
    await expect(page.getByRole('row', { name: 'Against you 11 7 0 4' })).toBeVisible();
    await expect(games).toHaveCount(11);
    await expect(games.locator('svg[role="img"]')).toHaveCount(11);
    await expect
      .poll(
        async () =>
          parsePosition((await games.locator('[data-position]').first().getAttribute('data-position')) ?? '').ok,
      )
      .toBe(true);
    await page.getByText('Filters').click();
    await page.getByLabel('Result', { exact: true }).selectOption({ label: 'Lost by the player' });
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/result=lost/);
    await expect(games).toHaveCount(4);
  });
  await test.step('the archive', async () => {
    await page.goto(`${site.url}/archive`);
    await page.getByLabel('Player', { exact: true }).fill(ben.name.toLowerCase());
    await page.getByLabel('Kind', { exact: true }).selectOption({ label: 'Rapid' });
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/kind=rapid/);
    await expect(games).toHaveCount(1);
    const [record] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^Record of/ }).click(),
    ]);
    expect(record.suggestedFilename()).toBe(`terrace-${rapid}.gam`);
  });
  await test.step('the leaderboard', async () => {
    await page.goto(`${site.url}/leaderboard`);
    await expect(page).toHaveURL(/\?kind=\w+$/); // a kind of game with players
    await page.getByRole('link', { name: 'Blitz' }).click();
    const soon = page.getByRole('table', { name: 'Not ranked yet' });
    await expect(soon.getByRole('row', { name: new RegExp(`${ben.name} .* about \\d+ games? to go`) })).toBeVisible();
  });
});

test("a choice made before the page's scripts have loaded is kept", { tag: THOROUGH }, async ({ site, newVisitor }) => {
  const page = await newVisitor();
  const scripts = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`${site.url}/archive`, { waitUntil: 'commit' });
  await page.getByLabel('Kind', { exact: true }).selectOption({ label: 'Rapid' });
  scripts.resolve();
  await waitUntilReady(page);
  await expect(page.getByLabel('Kind', { exact: true })).toHaveValue('rapid');
});

test('a report reaches the moderators, a moderator mutes the player, and the log records it', async ({
  site,
  newMember,
  pageErrors,
}) => {
  pageErrors.allow(/status of 403 .*\/moderation$/);
  const [ann, ben, judge] = [await newMember('Ann'), await newMember('Ben'), await newMember('Judge')];
  await ann.page.goto(`${site.url}/players/${ben.name}`);
  await waitUntilReady(ann.page);
  await ann.page.getByRole('button', { name: 'Report' }).click();
  const reason = `${ben.name} talks of nothing but chess.`;
  await ann.page.getByLabel('What happened').fill(reason);
  await ann.page.getByRole('button', { name: 'Send report' }).click();
  await expect(ann.page.getByText('A moderator will look at it.')).toBeVisible();

  const { page } = judge;
  const link = page.getByRole('link', { name: 'Moderation', exact: true });
  const refused = await page.goto(`${site.url}/moderation`);
  expect(refused?.status()).toBe(403);
  await expect(link).toHaveCount(0);
  await promisify(execFile)(process.execPath, [ADMIN, 'grant', judge.name], {
    env: { ...process.env, DATABASE_URL: site.databaseUrl },
  });
  // A node caches a player's role for five seconds.
  const role = async () => Me.parse(await (await page.request.get(`${site.url}/api/me`)).json()).role;
  await expect.poll(role).not.toBe(null);
  await goTo(page, site.url);
  await link.click();
  await waitUntilReady(page); // a form submitted before hydration would reload the page
  const report = page.locator('li, article, tr', { hasText: reason }).last();
  await expect(report).toBeVisible();
  await page.getByLabel('Player', { exact: true }).fill(ben.name);
  await page.getByLabel('Reason, shown to the player').fill('Talk about Terrace.');
  await page.getByLabel('Days').fill('2');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(/May not chat, until/).first()).toBeVisible();
  await report.getByRole('button', { name: 'Mark as done' }).click();
  await expect(report).toHaveCount(0);
  await expect(page.getByText(`${ben.name}: sanctioned, by ${judge.name}`)).toBeVisible();
});
