import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parseRecord } from '@terrace/rules';
import { expect, test } from './fixtures/test.ts';
import { quietGame } from './script.ts';

const MOVES = 4;
const GRAPHIC_CONTROL = Buffer.from([0x21, 0xf9, 0x04]);

async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

const countOf = (bytes: Buffer, part: Buffer): number => {
  let count = 0;
  for (let at = bytes.indexOf(part); at >= 0; at = bytes.indexOf(part, at + 1)) count += 1;
  return count;
};

test('a game is shared as links, text, a picture and an animation', async ({ site, visit, newGuest }) => {
  const [south, north] = [await newGuest(), await newGuest()];
  const id = await south.create({}, 'south');
  await north.commandOrThrow(id, { type: 'sit', side: null });
  for (const [n, move] of quietGame(MOVES).entries())
    await (n % 2 === 0 ? south : north).commandOrThrow(id, { type: 'move', ply: n + 1, ...move });
  await south.commandOrThrow(id, { type: 'resign' });
  const page = await visit(`/game/${id}?ply=3`);
  await page.keyboard.press('s');
  const panel = page.getByRole('dialog', { name: 'Share' });
  await expect(panel.getByRole('textbox', { name: 'Link to the position after move 3' })).toHaveValue(
    `${site.url}/game/${id}?ply=3`,
  );
  await expect(panel.getByRole('textbox', { name: 'Position as text' })).toHaveValue(/ 4$/);

  const record = await saved(page, 'Save the record (.gam)');
  expect(record.name).toBe(`terrace-${id}.gam`);
  const read = parseRecord(record.bytes.toString());
  expect(read.ok && read.value.events.filter(({ kind }) => kind === 'move')).toHaveLength(MOVES);
  expect(read.ok && read.value.result).toBe('north');

  const picture = await saved(page, 'Save the picture (PNG)');
  expect(picture.name).toBe(`terrace-${id}-3.png`);
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(picture.bytes.readUInt32BE(16)).toBe(1200); // width
  expect(picture.bytes.length).toBeGreaterThan(100_000); // an empty board would have a tenth of this size

  const animation = await saved(page, 'Save the animation (GIF)');
  expect(animation.bytes.subarray(0, 6).toString()).toBe('GIF89a');
  expect(animation.bytes.readUInt16LE(6)).toBe(480);
  expect(countOf(animation.bytes, GRAPHIC_CONTROL)).toBe(MOVES + 1); // the start and each move; the resignation adds no frame
  expect(animation.bytes.length).toBeLessThan(1_000_000);

  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
});
