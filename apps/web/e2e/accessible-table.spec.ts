import { expect, test } from './fixtures/test.ts';
import { waitForSeq } from './game-page.ts';

test('a table of four announces offers, answers, a pause, a resignation and the end', async ({ createHostedGame }) => {
  const { page, sendCommand } = await createHostedGame(['south', 'west', 'north', 'east'] as const, { setup: 'four' });
  const announcements = page.locator('p[aria-live]');
  await waitForSeq(page, 6);
  const seq = await sendCommand('north', { type: 'offer', offer: 'draw' });
  await expect(announcements).toContainText('North offers a draw.');
  await sendCommand('west', { type: 'refuse', offer: 'draw', seq });
  await expect(announcements).toContainText('West declines the draw offer.');
  for (const side of ['south', 'west', 'north', 'east'] as const)
    await sendCommand(side, { type: 'offer', offer: 'pause' });
  await expect(announcements).toContainText('The game is paused.');
  await sendCommand('north', { type: 'resign' });
  await expect(announcements).toContainText('North resigned and is out.');
  await sendCommand('west', { type: 'resign' });
  await sendCommand('east', { type: 'resign' });
  await expect(page.getByRole('heading', { name: 'You won: East resigned' })).toBeVisible();
});
