import { messages } from '@terrace/messages';
import { waitUntilReady } from './browser.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove, fetchEvents, waitForSeq } from './game-page.ts';
import { cuttableNetwork } from './network-cut.ts';

test('a resignation without a connection is never sent, and the game continues after the reconnect', async ({
  createHostedGame,
}) => {
  const { page, sendCommand } = await createHostedGame(['south', 'north']);
  const network = await cuttableNetwork(page);
  await waitUntilReady(page);
  const resign = page.getByRole('button', { name: 'Resign' });
  await network.cut();
  await expect(page.locator('html')).not.toHaveAttribute('data-connected');
  await resign.click();
  await page.getByRole('button', { name: 'Yes' }).click();
  const notSent = page.getByText(/^Not sent: you're not connected/);
  await expect(notSent).toBeVisible();
  await expect(resign).toBeVisible();

  await network.restore();
  await waitUntilReady(page);
  await expect(notSent).toHaveCount(0);
  await clickMove(page, { from: 'd2', to: 'd3' });
  await waitForSeq(page, 5);
  await expect.poll(async () => (await fetchEvents(page)).at(-1)?.event.type).toBe('moved');
  await sendCommand('north', { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  await waitForSeq(page, 6);

  await resign.click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('heading', { name: 'You lost by resigning' })).toBeVisible();
});

test('the lobby reports a missing connection immediately, gives up, and opens a table after the reconnect', async ({
  site,
  newVisitor,
}) => {
  const page = await newVisitor();
  await page.clock.install();
  await page.goto(site.url);
  const network = await cuttableNetwork(page);
  await waitUntilReady(page);
  await network.cut();
  await expect(page.locator('html')).not.toHaveAttribute('data-connected');
  const toast = page.locator('.toast');
  const main = page.getByRole('main');
  const play = page.getByRole('button', { name: messages.computer.title }).first();
  await play.click();
  await expect(toast.getByText(messages.site.connection.trying)).toBeVisible();
  await expect(main).toHaveAttribute('aria-busy', 'true');
  await page.clock.fastForward('00:10');
  await expect(toast.getByText(messages.site.connection.notSent)).toBeVisible();
  await expect(main).toHaveAttribute('aria-busy', 'false');
  await network.restore();
  await waitUntilReady(page);
  await play.click();
  await expect(page).toHaveURL(/\/game\/\w+/);
});
