import { goTo } from './browser.ts';
import { chooseRadio } from './choose-radio.ts';
import { expect, test } from './fixtures/test.ts';
import { waitForSeq } from './game-page.ts';

test('a table by days stays listed while its host is away, apart from live ones, and starts when another player joins', async ({
  site,
  visit,
  newVisitor,
}) => {
  const [host, live, guest] = [await visit('/'), await visit('/'), await newVisitor()];
  await chooseRadio(host.getByRole('radio', { name: '3 days' }));
  await host.getByRole('button', { name: /^Play online/ }).click();
  await host.waitForURL(/\/game\/\w+/);
  await expect(host.getByText('You can leave: the table stays open for 14 days')).toBeVisible();
  const table = host.url();
  await host.goto('about:blank');
  await live.getByRole('button', { name: /^Play online/ }).click();

  await goTo(guest, site.url);
  const waiting = guest.getByRole('region', { name: 'Waiting now' });
  await expect(waiting.getByRole('heading', { name: 'Correspondence' })).toBeVisible();
  await expect(waiting.locator('ul')).toHaveCount(2);
  const id = new URL(table).pathname.split('/').at(-1);
  await waiting.locator(`ul:last-of-type [data-game="${id}"]`).getByRole('button').click();
  await guest.waitForURL(table);
  await waitForSeq(guest, 4);

  await goTo(host, site.url);
  await expect(host.locator(`[data-game="${id}"]`)).toBeVisible();
});
