import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parseRecord } from '@terrace/rules';
import { expect, test } from 'vitest';
import { alive } from './browser.ts';
import { gather } from './players.ts';
import { scriptedGame } from './script.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();
const MOVES = 12;
const GRAPHIC_CONTROL = Buffer.from([0x21, 0xf9, 0x04]);

/** The file that a button of the panel hands out. */
async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

const countOf = (bytes: Buffer, part: Buffer): number => {
  let count = 0;
  for (let at = bytes.indexOf(part); at >= 0; at = bytes.indexOf(part, at + 1)) count += 1;
  return count;
};

test('a game is passed on as links, as text, as a picture and in motion', async () => {
  const faults: string[] = [];
  const party = await gather(env.browser, env.site.url, ['south', 'north'] as const, {}, faults);
  const moves = scriptedGame('long', 40, 60).moves.slice(0, MOVES);
  for (const [n, move] of moves.entries())
    await party.say(n % 2 === 0 ? 'south' : 'north', { type: 'move', ply: n + 1, ...move });
  await party.say('south', { type: 'resign' });
  const page = party.pages.north;
  await page.goto(`${party.url}?ply=5`);
  await alive(page);
  await page.bringToFront();
  await page.keyboard.press('s');
  const panel = page.getByRole('dialog', { name: 'Share' });
  await panel.waitFor();
  expect(await panel.getByRole('textbox', { name: 'Link to the position after move 5' }).inputValue()).toBe(
    `${party.url}?ply=5`,
  );
  expect(await panel.getByRole('textbox', { name: 'Position as text' }).inputValue()).toMatch(/ 6$/);

  const record = await saved(page, 'Save the record (.gam)');
  expect(record.name).toBe(`terrace-${party.id}.gam`);
  const read = parseRecord(record.bytes.toString());
  expect(read.ok && read.value.events.filter(({ kind }) => kind === 'move')).toHaveLength(MOVES);
  expect(read.ok && read.value.result).toBe('north');

  const picture = await saved(page, 'Save the picture (PNG)');
  expect(picture.name).toBe(`terrace-${party.id}-5.png`);
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(picture.bytes.readUInt32BE(16)).toBe(1200); // width
  expect(picture.bytes.length).toBeGreaterThan(100_000); // an empty board would be a tenth of it

  const animation = await saved(page, 'Save the animation (GIF)');
  expect(animation.bytes.subarray(0, 6).toString()).toBe('GIF89a');
  expect(animation.bytes.readUInt16LE(6)).toBe(480);
  expect(countOf(animation.bytes, GRAPHIC_CONTROL)).toBe(MOVES + 1); // the start and each move; an end by leaving shows nothing new
  expect(animation.bytes.length).toBeLessThan(3_000_000);

  await page.keyboard.press('Escape');
  expect(await panel.count()).toBe(0);
  party.close();
  expect(faults).toEqual([]);
});
