import { goTo, waitUntilReady } from './browser.ts';
import { chooseRadio } from './choose-radio.ts';
import { expect, test } from './fixtures/test.ts';
import { waitForSeq } from './game-page.ts';

test('a table with a bank of days and weekends off is opened with the keyboard, and its game says by when to move', async ({
  visit,
  newVisitor,
}) => {
  const [south, north] = [await visit('/'), await newVisitor()];
  await south.getByRole('button', { name: 'Open a table' }).press('Enter');
  const form = south.getByRole('region', { name: 'Open a table' });
  await form.getByRole('radio', { name: 'Clock', exact: true }).focus();
  await south.keyboard.press('ArrowRight');
  await expect(form.getByRole('radio', { name: 'Correspondence' })).toBeChecked();
  await form.getByRole('radio', { name: 'Per move' }).focus();
  await south.keyboard.press('ArrowRight');
  await form.getByLabel('Days each').selectOption({ label: '7 days' });
  await form.getByLabel('Added by a move').selectOption({ label: '12 hours' });
  await form.getByRole('checkbox', { name: 'Weekends off' }).press('Space');
  await chooseRadio(form.getByRole('group', { name: 'Your side' }).getByRole('radio', { name: 'South' }));
  await form.getByRole('button', { name: 'Open table' }).press('Enter');
  await south.waitForURL(/\/game\/\w+/);
  await waitUntilReady(south);
  await goTo(north, south.url());
  const terms = north.locator('[data-part="facts"] .terms');
  await expect(terms).toContainText('7 days + 12 hours a move, weekends off');
  await expect(terms).toHaveAttribute('title', /^Saturdays and Sundays don't count, in the time zone \S+\.$/);
  await north.getByRole('button', { name: 'Join as North' }).click();
  await waitForSeq(south, 4);
  await expect(south.getByRole('heading', { name: /^Move by \w+ .*\d\d:\d\d$/ })).toBeVisible();
  await expect(north.locator('[data-plate="south"]')).toContainText(/by \w+ /);
});

test('a vacation begins in the settings, is visible to opponents and on the profile, and ends there', async ({
  site,
  newMember,
  newVisitor,
}) => {
  const [ann, ben] = [await newMember('Ann'), await newMember('Ben')];
  const gameId = await ann.create({ time: { kind: 'days', perMoveMs: 86_400_000 } }, 'south');
  await ben.commandOrThrow(gameId, { type: 'sit', side: null });
  await goTo(ben.page, `${site.url}/game/${gameId}`);

  await goTo(ann.page, `${site.url}/settings`);
  const section = ann.page.getByRole('region', { name: 'Vacation' });
  await expect(section).toContainText('30 days left');
  await section.getByLabel('Days').fill('5');
  await ann.page.keyboard.press('Enter');
  await expect(section.getByRole('status')).toContainText('Your clocks have stopped.');
  await expect(section).toContainText("You're on vacation until");
  await expect(ben.page.locator('[data-plate="south"]')).toContainText(/on vacation\s+until \w+ \d+/);
  await goTo(ben.page, `${site.url}/players/${ann.name}`);
  await expect(ben.page.getByText('On vacation until')).toBeVisible();

  await section.getByRole('button', { name: 'End vacation' }).press('Enter');
  await expect(section).toContainText('29 days left');
  await goTo(ben.page, `${site.url}/game/${gameId}`);
  await expect(ben.page.locator('[data-plate="south"]')).toContainText(/by \w+ /);

  const guest = await newVisitor();
  await goTo(guest, `${site.url}/settings`);
  await expect(guest.getByRole('region', { name: 'Vacation' })).toContainText('Vacations need an account.');
});
