import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { firstMessages } from '@terrace/messages/first';
import { inviteMessages } from '@terrace/messages/invite';
import { THOROUGH } from '../../../tools/testing/suite.ts';
import { expectPly } from './board-state.ts';
import { goTo } from './browser.ts';
import { chooseRadio } from './choose-radio.ts';
import { DEVICES, measureFirstMove } from './first-move.ts';
import { expect, test } from './fixtures/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('both buttons of the first page are visible on a phone, with a puzzle if no game is live', {
  tag: THOROUGH,
}, async ({ ownSite, newVisitor }) => {
  const page = await newVisitor({ ...DEVICES.phone, viewport: { width: 360, height: 640 } });
  await goTo(page, ownSite.url);
  const bar = await page.getByRole('navigation', { name: messages.site.bar }).boundingBox();
  for (const name of [new RegExp(`^${messages.lobby.playPerson}`), new RegExp(`^${messages.computer.title}`)]) {
    const box = await button(page, name).boundingBox();
    expect(box?.height).toBe(56);
    expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }
  await expect(page.getByRole('figure').getByRole('img')).toHaveCSS('width', '200px');
  const { means, settings, puzzle } = firstMessages();
  await button(page, new RegExp(settings)).tap();
  await expect(page.getByText(means.two.long)).toBeVisible();
  await chooseRadio(page.getByRole('radio', { name: messages.setup.short, exact: true }));
  await expect(page.getByText(means.two.short)).toBeVisible();
  await button(page, puzzle.try).tap();
  await expect(page.getByRole('region', { name: puzzle.title }).getByRole('status')).toBeVisible();
  await button(page, puzzle.skip).tap();
  await expect(page.getByRole('figure')).toBeVisible();
});

// Durations are measured by tools/speed.ts.
for (const [where, device] of Object.entries(DEVICES)) {
  test(`the first move against a computer takes one press and the move on a new visitor's ${where}`, async ({
    site,
    newVisitor,
  }) => {
    const page = await newVisitor(device);
    let presses = 0;
    await page.exposeFunction('pressed', () => {
      presses += 1;
    });
    await page.addInitScript(() => {
      // The page repeats an early press as a click event with `isTrusted: false`, which does not count.
      addEventListener('click', ({ isTrusted }) => isTrusted && void Reflect.get(globalThis, 'pressed')(), true);
    });
    await measureFirstMove(page, site.url);
    await expect.poll(() => presses).toBe(1 + 2); // two presses for the move itself
  });
}

test('an invitation by link takes one press on a phone, and the visitor who opens the link plays', async ({
  visit,
}) => {
  const host = await visit('/', DEVICES.phone);
  await button(host, new RegExp(`^${inviteMessages().title}`)).click();
  const dialog = host.getByRole('dialog', { name: inviteMessages().title });
  await expect(dialog.getByRole('img', { name: inviteMessages().qr })).toBeVisible();
  const link = await dialog.getByRole('textbox', { name: messages.table.link }).inputValue();
  await expect(host).toHaveURL(link);
  const friend = await visit(new URL(link).pathname);
  await button(friend, /^Join as/)
    .first()
    .click();
  await Promise.all(
    [host, friend].map((page) => expect(page.locator('[data-position]').first()).toHaveAttribute('data-seq', '4')),
  );
  await expectPly(host, 1);
  await expect(dialog).toHaveCount(0);
});

test('a new visitor solves the puzzle of the first page after a wrong move, and then starts a game', async ({
  site,
  visit,
}) => {
  const page = await visit('/');
  const { puzzle } = firstMessages();
  const puzzled = page.getByRole('region', { name: puzzle.title });
  const expectSaid = (text: string) => expect(puzzled.getByRole('status')).toContainText(text);
  const choose = async (...squares: string[]) => {
    for (const square of squares) await puzzled.locator(`[data-square="${square}"]`).click();
  };
  const expectTurn = () => expect(puzzled.locator('[data-position*=" s "]')).toHaveCount(1); // North has answered
  await expectSaid(puzzle.steps[0] ?? '');
  await choose('f6', 'f8');
  await expectSaid(puzzle.instead.blocked);
  await page.keyboard.press('Escape');
  await choose('f6', 'g7');
  await expectSaid(puzzle.steps[1] ?? '');
  await expectTurn();
  await choose('g7', 'h7');
  await expectSaid(puzzle.instead.taken);
  await page.keyboard.press('Escape');
  await choose('g7', 'g8');
  await expectSaid(puzzle.steps[2] ?? '');
  await expectTurn();
  await choose('g8', 'h8');
  await expectSaid(puzzle.done);
  await button(page, puzzle.playHint).click();
  await expect(page).toHaveURL(/\/game\/\w+/);
  await expect(page.locator('[data-plate="north"]')).toContainText('Computer 1');
  await goTo(page, site.url);
  await expect(puzzled).toHaveCount(0); // shown once
});
