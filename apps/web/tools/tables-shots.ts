// Pictures of tables that are set, waited at, talked at and planned at, from a running server, into /shots/ at the root.
// Usage: node tools/tables-shots.ts [http://localhost:3000]
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { alive, launchBrowser, visitor } from '../e2e/browser.ts';
import { clickMove, reaches } from '../e2e/game-page.ts';
import { openTable, setTable } from '../e2e/tables.ts';
import { nameOf, say } from '../e2e/talking.ts';

const site = process.argv[2] ?? 'http://localhost:3000';
const folder = new URL('../../../shots/', import.meta.url).pathname;
const SIZES = { desk: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

mkdirSync(folder, { recursive: true });
const faults: string[] = [];
const browser = await launchBrowser();
try {
  await lobby();
  await game();
  await days();
} finally {
  await browser.close();
}
for (const fault of faults) process.stdout.write(`${fault}\n`);

async function come(): Promise<Page> {
  const page = await visitor(browser, faults);
  await page.goto(site);
  await alive(page);
  return page;
}

async function lobby(): Promise<void> {
  const [host, ann, ben] = [await come(), await come(), await come()];
  const name = await nameOf(ann, site);
  await openTable(host, { setup: 'Four seats', side: 'South', keep: { North: name }, hostStarts: true });
  await ben.goto(host.url());
  await alive(ben);
  await ben.getByRole('button', { name: 'Sit as West' }).click();
  await shoot(host, 'table-waiting');
  const other = await come();
  await other.goto(host.url());
  await alive(other);
  await shoot(other, 'table-joining');
  await ann.goto(host.url());
  await alive(ann);
  await shoot(ann, 'table-invited');
  await ann.goto(site);
  await alive(ann);
  await shoot(ann, 'lobby-invited');
  await other.goto(site);
  await alive(other);
  await setTable(other, { setup: 'Three seats', position: 'DDCCBBAT/8/8/8/8/8/8/8 s sn 0 1', days: 3 });
  await shoot(other, 'lobby-custom', true);
  await host.bringToFront();
  await host.getByRole('button', { name: 'Close table' }).click();
}

async function game(): Promise<void> {
  const [south, north] = [await come(), await come()];
  await openTable(south, { side: 'South' });
  await north.goto(south.url());
  await alive(north);
  await north.getByRole('button', { name: 'Sit as North' }).click();
  await reaches(south, 4);
  await say(south, 'Hello, good game.');
  await say(north, 'Good game to you. I shall look at the far corner first, and then at everything between us.');
  await clickMove(south, { from: 'd2', to: 'd3' });
  await reaches(south, 5);
  await shoot(south, 'talk-unread');
  await shoot(south, 'talk', false, async () => {
    const button = south.getByRole('button', { name: 'Talk', exact: true });
    if (await button.isVisible()) await button.click();
  });
  await south.bringToFront();
  await south.getByRole('button', { name: /^About what/ }).press('Enter');
  await shoot(south, 'talk-about');
  await south.keyboard.press('Escape');
  await south.getByRole('grid').first().press('/');
  await south.getByLabel('Command', { exact: true }).fill('show');
  await south.keyboard.press('Enter');
  await south.waitForTimeout(500); // lets the answer come
  await shoot(south, 'command');
}

async function days(): Promise<void> {
  const [south, north] = [await come(), await come()];
  await openTable(south, { days: 2, side: 'South' });
  await north.goto(south.url());
  await alive(north);
  await north.getByRole('button', { name: 'Sit as North' }).click();
  await reaches(north, 4);
  await shoot(north, 'queue-none');
  await north.bringToFront();
  await north.getByRole('button', { name: 'Plan' }).click();
  await clickMove(north, { from: 'd2', to: 'd3' });
  await clickMove(north, { from: 'e7', to: 'e6' });
  await north.getByRole('button', { name: 'After any move' }).click();
  await shoot(north, 'queue-planning');
  await north.bringToFront();
  await clickMove(north, { from: 'f7', to: 'f6' });
  await north.getByRole('button', { name: 'Done' }).click();
  await shoot(north, 'queue-two');
  await north.goto(site);
  await alive(north);
  await shoot(north, 'lobby-days');
}

async function shoot(page: Page, name: string, whole = false, before?: () => Promise<void>): Promise<void> {
  await page.bringToFront();
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await before?.();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(300); // lets the picture come to rest
      await page.screenshot({ path: `${folder}${name}-${size}-${colorScheme}.png`, fullPage: whole });
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    const tall = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight);
    process.stdout.write(`${name} ${size}${wide ? ', scrolls sideways' : ''}${tall ? ', scrolls' : ''}\n`);
  }
  await page.setViewportSize(SIZES.desk);
}
