import { expect, test } from './fixtures/test.ts';
import { reaches } from './game-page.ts';

test('a table of four announces offers, answers, a pause, a player who resigns, and the end', async ({ seat }) => {
  const { page, say } = await seat(['south', 'west', 'north', 'east'] as const, { setup: 'four' });
  const announcements = page.locator('p[aria-live]');
  await reaches(page, 6);
  await say('north', { type: 'offer', offer: 'draw' });
  await expect(announcements).toContainText('North offers a draw.');
  await say('west', { type: 'refuse', offer: 'draw' });
  await expect(announcements).toContainText('West declines the draw offer.');
  for (const side of ['south', 'west', 'north', 'east'] as const) await say(side, { type: 'offer', offer: 'pause' });
  await expect(announcements).toContainText('The game is paused.');
  await say('north', { type: 'resign' });
  await expect(announcements).toContainText('North resigned and is out.');
  await say('west', { type: 'resign' });
  await say('east', { type: 'resign' });
  await expect(page.getByRole('heading', { name: 'You won: East resigned' })).toBeVisible();
});
