import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  DIAGRAM_STYLES,
  formatDiagram,
  formatMove,
  formatPosition,
  momentsOf,
  NOTATIONS,
  parseRecord,
  startHistory,
  startPosition,
} from '@terrace/rules';
import { played } from '@terrace/testing/boards';
import { THOROUGH } from '../../../tools/testing/suite.ts';
import { goTo, waitUntilReady } from './browser.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove } from './game-page.ts';

const game = momentsOf(played(['d2-d4', 'e7-e5', 'e2-e4', 'd7-d5', 'f2-f3', 'c7-c6']));
const at = (n: number): string => formatPosition((game[n] ?? game[0])?.position ?? startPosition('long'));
const movesIn = (notation: (typeof NOTATIONS)[number]): string =>
  game.flatMap(({ move, parent }) => (move && parent ? formatMove(parent.position, move, notation) : [])).join(' ');

const expectPosition = (page: Page, position: string | RegExp): Promise<void> =>
  expect(page.locator('[data-position]')).toHaveAttribute('data-position', position);
/** Waits until the list contains exactly these moves, given by their paths. */
const expectListed = (page: Page, paths: readonly string[]): Promise<void> =>
  expect
    .poll(() => page.locator('[data-path]').evaluateAll((moves) => moves.map((move) => move.getAttribute('data-path'))))
    .toEqual(paths);

async function read(page: Page, text: string): Promise<void> {
  await page.getByLabel('Paste a position').fill(text);
  await page.getByRole('button', { name: 'Import text' }).click();
}
const says = (page: Page, sentence: string): Promise<void> =>
  expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible();

test('a move off the main line becomes a variation, which can be commented, promoted and deleted, and survives a reload', async ({
  visit,
}) => {
  const page = await visit('/analysis');
  await clickMove(page, { from: 'd2', to: 'd4' });
  await clickMove(page, { from: 'e7', to: 'e5' });
  await clickMove(page, { from: 'd4', to: 'a8' });
  await says(page, 'A piece climbs or drops one level at a time.');
  await expectPosition(page, at(2));
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await expectPosition(page, at(1));
  await clickMove(page, { from: 'd7', to: 'd5' });
  await expectListed(page, ['0', '0.0', '0.1']);
  await page.getByLabel('Comment on this move').fill('Bolder {than} the other.');
  await page.getByRole('button', { name: 'Make main line' }).click();
  await expect(page.getByText('Bolder {than} the other.', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expectPosition(page, at(2));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await expectPosition(page, at(0));
  await page.keyboard.press('End');
  await expect(page).toHaveURL(/#2$/);

  // The inspector's description of the hovered square ends with the position.
  await page.locator('[data-square="e7"]').hover();
  const heading = page.locator('.inspector h2');
  await expect(heading).toContainText('e7');
  await page.keyboard.press('Home');
  await expect(heading).toHaveText('South to move');
  await page.keyboard.press('End');

  await page.reload();
  await waitUntilReady(page);
  await expectListed(page, ['0', '0.0', '0.1']);
  await expect(page.getByLabel('Comment on this move')).toHaveValue('Bolder {than} the other.');
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await expectListed(page, ['0', '0.0']);
  await page.keyboard.press('Control+z');
  await expectListed(page, ['0', '0.0', '0.1']);
});

test('every notation is imported, errors name their line and move, and a saved file can be replayed', {
  tag: THOROUGH,
}, async ({ visit }) => {
  const page = await visit('/analysis');
  const names = {
    official: '6 moves in official notation.',
    numbered: '6 moves in official notation, numbered.',
    numeric: '6 moves in numeric notation.',
    'everything2-moves': "6 moves with Everything2's squares: A is the largest size.",
    abstractplay: '6 moves in the form of AbstractPlay.',
  };
  for (const notation of NOTATIONS) {
    await page.getByLabel('Start again from').selectOption({ label: 'Long' });
    await read(page, movesIn(notation));
    await says(page, names[notation]);
    await expectPosition(page, at(6));
  }
  await read(page, `${movesIn('official')}\nd-a1-b2`);
  await says(page, 'Line 2, move 7 (d-a1-b2): ');

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
  const diagrams = {
    plain: 'A plain diagram.',
    walled: 'A diagram with walls.',
    usenet: 'A diagram as on Usenet: W is North, B South, R West, U East.',
    everything2: 'A diagram as on Everything2: rank 1 on top, A the largest size.',
  };
  for (const style of DIAGRAM_STYLES) {
    await read(page, formatDiagram((game[3] ?? startHistory(startPosition('long'))).position, style));
    await says(page, diagrams[style]);
    await expectPosition(page, new RegExp(`^${at(3).split(' ')[0]} `));
  }
  await read(page, at(5));
  await says(page, 'Position text.');
  await expectPosition(page, at(5));

  await page.locator('input[type="file"]').setInputFiles({
    name: 'game.gam',
    mimeType: 'text/plain',
    buffer: Buffer.from(file),
  });
  await says(page, 'A record of 6 moves.');
  await expectPosition(page, at(0));
  await page.getByRole('button', { name: 'Latest position' }).click();
  await expectPosition(page, at(6));
  await read(page, file.replace(/^3\. \S+/m, '3. b-e2-h8'));
  await says(page, 'Move 3 (b-e2-h8)');
});

test('an address opens a game at a ply, a position or a record', async ({ site, createHostedGame }) => {
  const { id, page, sendCommand } = await createHostedGame(['south', 'north']);
  for (const [n, move] of ['d2-d4', 'e7-e5', 'e2-e4', 'd7-d5'].entries()) {
    const [from = '', to = ''] = move.split('-');
    await sendCommand(n % 2 === 0 ? 'south' : 'north', { type: 'move', ply: n + 1, from, to });
  }
  await sendCommand('north', { type: 'resign' });
  await page.getByRole('link', { name: 'Analyse' }).click();
  await expect(page).toHaveURL(/analysis\?game=/);
  await goTo(page, `${site.url}/analysis?game=${id}&ply=3`);
  await expectPosition(page, at(2));
  await expect(page.locator('[data-path]')).toHaveCount(5); // the resignation is one of the entries
  await goTo(page, `${site.url}/analysis?game=${id}#4`);
  await expectPosition(page, at(4));

  await page.goto(`${site.url}/analysis?position=${encodeURIComponent(at(5))}`);
  await expectPosition(page, at(5));
  const record = `[Setup "long"]\n\n1. c-d2-d4 {a start}\n2. C-e7-e5\n*`;
  await goTo(page, `${site.url}/analysis?record=${encodeURIComponent(record)}#2`);
  await expectPosition(page, at(2));
  await expect(page.getByText('a start')).toBeVisible();
  await page.goto(`${site.url}/analysis?position=nonsense`);
  await says(page, 'This link has no board to analyse.');
});
