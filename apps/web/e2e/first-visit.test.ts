import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { firstMessages } from '@terrace/messages/first';
import { inviteMessages } from '@terrace/messages/invite';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { DEVICES, firstMove, slowDown } from './first-move.ts';
import { reaches } from './game-page.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

const { desk: DESK, phone: PHONE } = DEVICES;
const SLOWER = 4;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Counts what the visitor presses, from the first page on. */
async function counted(page: Page): Promise<() => Promise<number>> {
  let presses = 0;
  await page.exposeFunction('pressed', () => {
    presses += 1;
  });
  await page.addInitScript(() => {
    // A press that came too early is answered by a click of the page's own, which nobody pressed.
    addEventListener('click', ({ isTrusted }) => isTrusted && void Reflect.get(globalThis, 'pressed')(), true);
  });
  return async () => presses;
}

// First, as there is no live game yet.
test('a phone’s first page has both buttons in sight, and a board to try in the place of a live game', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults, { ...PHONE, viewport: { width: 360, height: 640 } });
  await page.goto(env.site.url);
  await alive(page);
  const bar = await page.getByRole('navigation', { name: messages.site.bar }).boundingBox();
  for (const name of [new RegExp(`^${messages.lobby.playPerson}`), new RegExp(`^${messages.computer.title}`)]) {
    const box = await button(page, name).boundingBox();
    expect(box?.height).toBe(56);
    expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }
  expect((await page.getByRole('figure').getByRole('img').boundingBox())?.width).toBe(200);
  await button(page, new RegExp(firstMessages().settings)).tap();
  await page.getByText(firstMessages().means.two.long).waitFor();
  await page.getByRole('radio', { name: messages.setup.short, exact: true }).check({ force: true });
  await page.getByText(firstMessages().means.two.short).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 640 });
  await button(page, firstMessages().puzzle.try).tap();
  await page.getByRole('region', { name: firstMessages().puzzle.title }).getByRole('status').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 640 });
  await button(page, firstMessages().puzzle.skip).tap();
  await page.getByRole('figure').waitFor();
  expect(faults).toEqual([]);
});

// How long it takes is measured by tools/speed.ts.
test.each([
  ['a desk', DESK],
  ['a phone', PHONE],
])('from the first page to the first move against a computer on %s takes one press', async (_, device) => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults, device);
  const presses = await counted(page);
  await slowDown(page, SLOWER);
  const { move } = await firstMove(page, env.site.url);
  expect(await presses()).toBe(1 + 2); // two for the move itself
  expect(move).toBeLessThan(60_000);
  expect(faults).toEqual([]);
});

test.each([
  ['a desk', DESK],
  ['a phone', PHONE],
])(
  'from the first page on %s to a link that is sent: whoever opens it plays',
  async (_, device) => {
    const faults: string[] = [];
    const host = await visitor(env.browser, faults, device);
    await host.goto(env.site.url);
    await alive(host);
    await button(host, new RegExp(`^${inviteMessages().button}`)).click();
    const dialog = host.getByRole('dialog', { name: inviteMessages().title });
    await dialog.getByRole('img', { name: inviteMessages().qr }).waitFor();
    const link = await dialog.getByRole('textbox', { name: messages.table.link }).inputValue();
    expect(link).toBe(host.url());
    expect(await violations(host)).toEqual([]);
    const friend = await visitor(env.browser, faults);
    await friend.goto(link);
    await alive(friend);
    await button(friend, /^Join as/)
      .first()
      .click();
    await Promise.all([host, friend].map((page) => reaches(page, 4))); // created, twice seated, started
    await dialog.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  },
  120_000,
);

test('a new visitor brings the T home on the first page, is told what is wrong on the way, and then plays', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(env.site.url);
  await alive(page);
  const { puzzle } = firstMessages();
  const puzzled = page.getByRole('region', { name: puzzle.title });
  const says = puzzled.getByRole('status');
  const choose = async (...squares: string[]) => {
    for (const square of squares) await puzzled.locator(`[data-square="${square}"]`).click();
  };
  await says.getByText(puzzle.steps[0] ?? '').waitFor();
  expect(await violations(page)).toEqual([]);
  await choose('f6', 'f8');
  await says.getByText(puzzle.instead.blocked).waitFor();
  await page.keyboard.press('Escape');
  await choose('f6', 'g7');
  await says.getByText(puzzle.steps[1] ?? '').waitFor();
  await puzzled.locator('[data-position*=" s "]').waitFor(); // North has answered
  await choose('g7', 'h7');
  await says.getByText(puzzle.instead.taken).waitFor();
  await page.keyboard.press('Escape');
  await choose('g7', 'g8');
  await says.getByText(puzzle.steps[2] ?? '').waitFor();
  await puzzled.locator('[data-position*=" s "]').waitFor();
  await choose('g8', 'h8');
  await says.getByText(puzzle.done).waitFor();
  expect(await violations(page)).toEqual([]);
  await button(page, puzzle.playHint).click();
  await page.waitForURL(/\/game\/\w+/);
  await page.locator('[data-plate="north"]', { hasText: 'Computer 1' }).waitFor();
  await page.goto(env.site.url);
  await alive(page);
  expect(await puzzled.count()).toBe(0); // shown once
  expect(faults).toEqual([]);
}, 120_000);
