import type { Page } from '@playwright/test';
import { board, expectPly } from './board-state.ts';
import { expect, test } from './fixtures/test.ts';

const time = { kind: 'clock', initialMs: 600_000, incrementMs: 0 } as const;
const SIDES = ['south', 'north'] as const;
const button = (page: Page) => page.getByRole('button', { name: 'Play from here' });

test('"Play from here" opens a table with both sides at the end of a resigned game', async ({ createHostedGame }) => {
  const { page, url, sendCommand } = await createHostedGame(SIDES, { time });
  await sendCommand('south', { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await sendCommand('north', { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  await sendCommand('north', { type: 'resign' });
  await expect(page.locator('[data-part="ending"]')).toBeVisible();
  await expectPly(page, 3);
  const position = (await board(page).getAttribute('data-position')) ?? '';
  await expect(button(page)).toHaveAttribute('aria-disabled', 'false');
  await button(page).click();
  await expect(page).not.toHaveURL(url);
  await expect(page.getByText('Only people with this link can join.')).toBeVisible();
  await expect(board(page)).toHaveAttribute('data-position', `${position.split(' ')[0]} s sn 0 1`);
});

test('"Play from here" is disabled with a reason after a game that was decided on the board', async ({
  createHostedGame,
}) => {
  const position = '8/8/8/8/8/2d5/1T6/7t s sn 0 1';
  const { page, sendCommand } = await createHostedGame(SIDES, { setup: 'custom', position, time });
  await sendCommand('south', { type: 'move', ply: 1, from: 'c3', to: 'b2' });
  await expect(page.locator('[data-part="ending"]')).toBeVisible();
  await expect(button(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(button(page)).toHaveAttribute('title', /^The game is already decided here/);
  await button(page).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'already decided here' })).toBeVisible();
});

test('the analysis of a resigned game offers to play from its end, and imports AbstractPlay records', async ({
  createHostedGame,
  site,
}) => {
  const { page, id, sendCommand } = await createHostedGame(SIDES, { time });
  await sendCommand('south', { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await sendCommand('north', { type: 'resign' });
  await page.goto(`${site.url}/analysis?game=${id}`);
  await expect(page.getByRole('link', { name: 'Play from here' })).toHaveAttribute(
    'href',
    /position=DDCCBBAT\/AABBCCDD\/8\/8\/8\/3c4\/ddc1bbaa\/tabbccdd\+n\+sn\+0\+1/,
  );
  const header = {
    game: { name: 'Terrace', variants: ['board-8', 'long'] },
    players: [{ name: 'Ann' }, { name: 'Ben' }],
  };
  const pasted = page.getByLabel('Paste a position');
  await pasted.fill(JSON.stringify({ header, moves: [['3d2-d3', '3e7-e6']] }));
  await page.getByRole('button', { name: 'Import text' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'A record of 2 moves.' })).toBeVisible();
});
