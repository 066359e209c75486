import type { Locator } from '@playwright/test';
import { localMessages } from '@terrace/messages/local';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { clickMove } from './game-page.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

const style = (element: Locator, property: string): Promise<string> =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

test.each(['light', 'dark'] as const)(
  'with forced colours on a %s ground, what is chosen, pressed, to move or focused can be told from the rest',
  async (colorScheme) => {
    const faults: string[] = [];
    const page = await visitor(env.browser, faults, { forcedColors: 'active', colorScheme });
    await page.goto(`${env.site.url}/settings`);
    await alive(page);
    const chosen = page.locator('label > :checked + span').first();
    const other = page.locator('label > :not(:checked) + span').first();
    expect(await style(chosen, 'background-color')).not.toBe(await style(other, 'background-color'));
    const on = page.locator('input[type="checkbox"]:checked').first();
    const off = page.locator('input[type="checkbox"]:not(:checked)').first();
    expect(await style(on, 'background-color')).not.toBe(await style(off, 'background-color'));
    expect(await violations(page)).toEqual([]);

    await page.goto(`${env.site.url}/local`);
    await alive(page);
    await page.getByRole('button', { name: localMessages().start, exact: true }).click();
    await page.keyboard.press('n');
    const tools = page.locator('[data-part="facts"] button');
    const [pressed, resting] = [tools.and(page.locator('[aria-pressed="true"]')), tools.first()];
    await pressed.waitFor();
    expect(await style(pressed, 'background-color')).not.toBe(await style(resting, 'background-color'));
    const plate = (side: string) => page.locator(`[data-plate="${side}"]`);
    expect([await style(plate('south'), 'outline-style'), await style(plate('north'), 'outline-style')]).toEqual([
      'solid',
      'none',
    ]);
    await clickMove(page, { from: 'd2', to: 'd3' });
    await expect.poll(() => style(plate('north'), 'outline-style')).toBe('solid');
    const current = page.locator('[data-ply][aria-current]');
    expect(await style(current, 'background-color')).not.toBe(await style(page.locator('body'), 'background-color'));
    expect(faults).toEqual([]);
  },
);
