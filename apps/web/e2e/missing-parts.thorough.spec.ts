import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { waitUntilReady } from './browser.ts';
import type { PageErrors } from './fixtures/page-errors.ts';
import { expect, test } from './fixtures/test.ts';

const text = messages.site.missingPart;
const SCRIPTS = '**/_app/immutable/**';

/** From now on the page gets no more scripts, as after a deployment that has removed them. */
async function withoutScripts(page: Page, pageErrors: PageErrors): Promise<void> {
  pageErrors.allow(/Failed to load resource: net::ERR_FAILED \S*\/_app\/immutable\//);
  await page.route(SCRIPTS, (route) => route.abort());
}

const missing = (page: Page) => page.getByRole('alert').getByText(text.sentence);

test('each part of a game that cannot be loaded shows a message, and a reload loads it', async ({
  createHostedGame,
  pageErrors,
}) => {
  const { page, sendCommand } = await createHostedGame(['south', 'north']);
  await withoutScripts(page, pageErrors);
  await page.keyboard.press('?');
  await expect(missing(page)).toHaveCount(1);
  await sendCommand('south', { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await sendCommand('north', { type: 'resign' });
  await expect(missing(page)).toHaveCount(2);

  await page.unroute(SCRIPTS);
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: messages.common.reload }).first().click();
  await loaded;
  await waitUntilReady(page); // keys pressed earlier are ignored
  await expect(page.getByRole('heading', { name: 'You won: North resigned' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('the lobby shows a message when the form behind a button cannot be loaded', async ({ visit, pageErrors }) => {
  const page = await visit('/');
  await withoutScripts(page, pageErrors);
  await page.getByRole('button', { name: messages.lobby.openOwn }).click();
  await expect(missing(page)).toBeVisible();
});
