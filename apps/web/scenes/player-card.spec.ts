import type { Side } from '@terrace/rules';
import { onScreens, type ScreenName } from '../e2e/screens.ts';
import { expect, test } from './checks/scene-test.ts';
import { GUESTS } from './fixtures/people.ts';

const TWO = ['south', 'north'] as const satisfies readonly Side[];
const FOUR = ['south', 'west', 'north', 'east'] as const satisfies readonly Side[];

test("a plate opens its player's card next to the board, and Esc returns to the plate", async ({ openScene }) => {
  const { page } = await openScene('two', { texts: 'languages' });
  const address = page.url();
  const opener = page.getByRole('button', { name: `About ${GUESTS.north.name}` });
  await opener.press('Enter');
  const card = page.getByRole('dialog', { name: GUESTS.north.name });
  await expect(card.getByText('Guest, without an account')).toBeVisible();
  await expect(card.getByText('playing now')).toBeVisible();
  await expect(card.getByRole('link', { name: 'Challenge' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Follow' })).toHaveCount(0); // guests cannot follow players
  expect(page.url()).toBe(address);

  const [box, clock] = [await card.boundingBox(), await page.locator('[data-plate="south"]').boundingBox()];
  expect((box?.x ?? 0) + (box?.width ?? 0), 'the card ends before the clocks').toBeLessThanOrEqual(clock?.x ?? 0);

  await card.getByRole('button', { name: 'Mute', exact: true }).click();
  await expect(card.getByRole('button', { name: 'Unmute' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("a guest's own card links to sign-in and has no report button", async ({ openScene }) => {
  const { page } = await openScene('two', { texts: 'languages' });
  await page.getByRole('button', { name: `About ${GUESTS.south.name}` }).click();
  const card = page.getByRole('dialog', { name: GUESTS.south.name });
  await expect(card.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(card.getByText('Report')).toHaveCount(0);
});

for (const { name, sides, screens } of [
  { name: 'two-first', sides: TWO, screens: ['360x640', '360x740', '820x1180'] },
  { name: 'four-first', sides: FOUR, screens: ['360x640'] },
] as const satisfies readonly { name: string; sides: readonly Side[]; screens: readonly ScreenName[] }[]) {
  test(`no card of ${name} covers a clock or the actions on ${screens.join(', ')}`, async ({ openScene }) => {
    const { page } = await openScene(name);
    const covered: string[] = [];
    await onScreens(page, screens, async (screen) => {
      for (const side of sides) {
        await page.locator(`[data-plate="${side}"] button`).first().click();
        const card = await page.getByRole('dialog').boundingBox();
        if (card === null) throw new Error('the card is not shown');
        for (const part of [...sides.map((each) => `[data-plate="${each}"]`), '[data-part="actions"]']) {
          const box = await page.locator(part).boundingBox();
          const isFree = box !== null && (box.y + box.height <= card.y || box.y >= card.y + card.height);
          if (!isFree) covered.push(`${screen}: the card of ${side} covers ${part}`);
        }
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
    });
    expect(covered).toEqual([]);
  });
}

test('at a table of four each plate shows who is next, and long names are truncated before the clock', async ({
  openScene,
}) => {
  const { page } = await openScene('four-first', { texts: 'languages' });
  await page.setViewportSize({ width: 360, height: 740 });
  const plate = (side: Side) => page.locator(`[data-plate="${side}"]`);
  await expect(plate('west').getByText('next', { exact: false }).first()).toBeVisible();
  await expect(plate('north').getByText('3rd')).toBeVisible();
  await expect(plate('east').getByText('4th')).toBeVisible();
  for (const side of FOUR) {
    const name = plate(side).locator('b');
    await name.evaluate((element) => {
      element.textContent = 'Wwwwwwwwwwwwwwwwwwww';
    });
    const box = await name.boundingBox();
    const within = await plate(side).boundingBox();
    const time = await plate(side).locator('.clock').boundingBox();
    if (box === null || within === null || time === null) throw new Error(`the plate of ${side} is not shown`);
    expect(box.x + box.width).toBeLessThanOrEqual(time.x);
    expect(time.x + time.width).toBeLessThanOrEqual(within.x + within.width);
  }
});
