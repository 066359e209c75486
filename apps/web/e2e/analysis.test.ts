import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  formatDiagram,
  formatMove,
  formatPosition,
  type History,
  momentsOf,
  NOTATIONS,
  parseMove,
  parseRecord,
  playOn,
  startHistory,
  startPosition,
} from '@terrace/rules';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { clickMove, shown } from './game-page.ts';
import { gather } from './players.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

/** A game's moments, the start first. */
function moments(...moves: readonly string[]): readonly History[] {
  let history = startHistory(startPosition('long'));
  for (const text of moves) {
    const move = parseMove(history.position, text);
    const next = move.ok ? playOn(history, move.value) : undefined;
    if (!next?.ok) throw new Error(`${text} is no move`);
    history = next.value;
  }
  return momentsOf(history);
}
const game = moments('d2-d4', 'e7-e5', 'e2-e4', 'd7-d5', 'f2-f3', 'c7-c6');
const at = (n: number): string => formatPosition((game[n] ?? game[0])?.position ?? startPosition('long'));
const movesIn = (notation: (typeof NOTATIONS)[number]): string =>
  game.flatMap(({ move, parent }) => (move && parent ? formatMove(parent.position, move, notation) : [])).join(' ');

const position = async (page: Page): Promise<string> => (await shown(page)).position;
const listed = (page: Page): Promise<string[]> =>
  page.locator('[data-path]').evaluateAll((moves) => moves.map((move) => move.getAttribute('data-path') ?? ''));

async function read(page: Page, text: string): Promise<void> {
  await page.getByLabel('Paste a position').fill(text);
  await page.getByRole('button', { name: 'Import text' }).click();
}
const said = (page: Page, sentence: string): Promise<void> =>
  page.getByRole('status').filter({ hasText: sentence }).waitFor();

test('what is tried becomes a variation, can be said something of, promoted and deleted, and is there after a reload', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(`${env.site.url}/analysis`);
  await alive(page);
  await clickMove(page, { from: 'd2', to: 'd4' });
  await clickMove(page, { from: 'e7', to: 'e5' });
  await clickMove(page, { from: 'd4', to: 'a8' });
  await said(page, 'A piece climbs or drops one level at a time.');
  expect(await position(page)).toBe(at(2));
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  expect(await position(page)).toBe(at(1));
  await clickMove(page, { from: 'd7', to: 'd5' });
  expect(await listed(page)).toEqual(['0', '0.0', '0.1']);
  await page.getByLabel('Comment on this move').fill('Bolder {than} the other.');
  await page.getByRole('button', { name: 'Make main line' }).click();
  await page.getByText('Bolder {than} the other.', { exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  expect(await position(page)).toBe(at(2));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  expect(await position(page)).toBe(at(0));
  await page.keyboard.press('End');
  await page.waitForURL(({ hash }) => hash === '#2');

  await page.reload();
  await alive(page);
  await page.locator('[data-path="0.1"]').waitFor();
  expect(await listed(page)).toEqual(['0', '0.0', '0.1']);
  expect(await page.getByLabel('Comment on this move').inputValue()).toBe('Bolder {than} the other.');
  await page.getByRole('button', { name: 'Delete from here' }).click();
  expect(await listed(page)).toEqual(['0', '0.0']);
  await page.keyboard.press('Control+z');
  expect(await listed(page)).toEqual(['0', '0.0', '0.1']);
  expect(faults).toEqual([]);
});

test('what the pointer was on is not said of the position after', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(`${env.site.url}/analysis`);
  await alive(page);
  await clickMove(page, { from: 'd2', to: 'd4' });
  await page.locator('[data-square="e7"]').hover();
  const heading = page.locator('.inspector h2');
  await expect.poll(() => heading.textContent()).toContain('e7');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => heading.textContent()).toBe('South to move');
  expect(faults).toEqual([]);
});

test('every notation is recognised and read, what is wrong is named by line and move, and a saved file plays again', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(`${env.site.url}/analysis`);
  await alive(page);
  const names = {
    official: '6 moves in official notation.',
    numbered: '6 moves in official notation, numbered.',
    numeric: '6 moves in numeric notation.',
    abstractplay: '6 moves in the form of AbstractPlay.',
  };
  for (const notation of NOTATIONS) {
    await page.getByLabel('Start again from').selectOption({ label: 'Long' });
    await read(page, movesIn(notation));
    await said(page, names[notation]);
    expect(await position(page)).toBe(at(6));
  }
  await read(page, `${movesIn('official')}\nd-a1-b2`);
  await said(page, 'Line 2, move 7 (d-a1-b2): ');

  await page.getByText('Export', { exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('terrace-long.gam');
  const file = await readFile(await download.path(), 'utf8');
  const record = parseRecord(file);
  expect(record.ok && record.value.events).toHaveLength(6);

  await page.getByText('Import', { exact: true }).click();
  for (const style of ['plain', 'walled'] as const) {
    await read(page, formatDiagram((game[3] ?? startHistory(startPosition('long'))).position, style));
    await said(page, style === 'plain' ? 'A plain diagram.' : 'A diagram with walls.');
    expect((await position(page)).split(' ')[0]).toBe(at(3).split(' ')[0]);
  }
  await read(page, at(5));
  await said(page, 'Position text.');
  expect(await position(page)).toBe(at(5));

  await page.locator('input[type="file"]').setInputFiles({
    name: 'game.gam',
    mimeType: 'text/plain',
    buffer: Buffer.from(file),
  });
  await said(page, 'A record of 6 moves.');
  expect(await position(page)).toBe(at(0));
  await page.getByRole('button', { name: 'Latest position' }).click();
  expect(await position(page)).toBe(at(6));
  await read(page, file.replace(/^3\. \S+/m, '3. b-e2-h8'));
  await said(page, 'Move 3 (b-e2-h8)');
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('an address opens a game at a ply, a position, or a record', async () => {
  const faults: string[] = [];
  const party = await gather(env.browser, env.site.url, ['south', 'north'], {}, faults);
  for (const [n, move] of ['d2-d4', 'e7-e5', 'e2-e4', 'd7-d5'].entries()) {
    const [from = '', to = ''] = move.split('-');
    await party.say(n % 2 === 0 ? 'south' : 'north', { type: 'move', ply: n + 1, from, to });
  }
  await party.say('north', { type: 'resign' });
  await party.pages.south.getByRole('link', { name: 'Analyse' }).click();
  const page = party.pages.south;
  await page.waitForURL(/analysis\?game=/);
  await page.goto(`${env.site.url}/analysis?game=${party.id}&ply=3`);
  await alive(page);
  expect(await position(page)).toBe(at(2));
  expect(await page.locator('[data-path]').count()).toBe(5); // the resignation is one of them
  await page.goto(`${env.site.url}/analysis?game=${party.id}#4`);
  await alive(page);
  await page.locator(`[data-position="${at(4)}"]`).waitFor();

  await page.goto(`${env.site.url}/analysis?position=${encodeURIComponent(at(5))}`);
  expect(await position(page)).toBe(at(5));
  const record = `[Setup "long"]\n\n1. c-d2-d4 {a start}\n2. C-e7-e5\n*`;
  await page.goto(`${env.site.url}/analysis?record=${encodeURIComponent(record)}#2`);
  await alive(page);
  await page.locator(`[data-position="${at(2)}"]`).waitFor();
  await page.getByText('a start').waitFor();
  await page.goto(`${env.site.url}/analysis?position=nonsense`);
  await said(page, 'The address names no board to analyse.');
  party.close();
  expect(faults).toEqual([]);
});
