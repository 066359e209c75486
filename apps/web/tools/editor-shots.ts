// Pictures of the editor and of the analysis at desk and phone size, light and dark, from a running server, into /shots/.
// Usage: node tools/editor-shots.ts [http://localhost:3000]
import { mkdirSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';

const site = process.argv[2] ?? 'http://localhost:3000';
const folder = new URL('../../../shots/', import.meta.url).pathname;
const SIZES = { desk: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

const MOVES = 'c-d2-d4 C-e7-e5 b-e2-e4 B-d7-d5 b-f2-f3 B-c7-c6';
const VARIATIONS = [
  { back: 2, moves: 'b-e4-f4 B-c7-c6' },
  { back: 1, moves: 'B-c7-b6' },
  { back: 4, moves: 'a-g2-g3 D-a8-b7' },
];

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: SIZES.desk });
  page.on('console', (message) => {
    if (message.type() === 'error') process.stdout.write(`${page.url()}: ${message.text()}\n`);
  });
  page.on('pageerror', (error) => process.stdout.write(`${page.url()}: ${error.message}\n`));
  await tour(page);
} finally {
  await browser.close();
}

async function tour(page: Page): Promise<void> {
  await open(page, '/editor');
  await shoot(page, 'editor');
  await page.click('[data-square="d4"]');
  await shoot(page, 'editor-choosing');
  await open(page, "/editor?position=1d'c'c'b'b't'1/D'6T/C'6B/C'6B/B'6C/B'2T3C/T'6D/1tbbccd1+s+swne+0+1&capture=rank");
  await page.getByRole('button', { name: "East's C" }).first().dispatchEvent('click');
  await shoot(page, 'editor-four-refused');
  await open(page, '/analysis');
  await shoot(page, 'analysis');
  await read(page, MOVES);
  await page.keyboard.press('Escape');
  await page.getByLabel('Comment on this move').fill('South comes near. What can North do about it?');
  await page.getByLabel('Comment on this move').blur();
  for (const move of [...VARIATIONS]) {
    await page.click('h1');
    for (let back = 0; back < move.back; back++) await page.keyboard.press('ArrowLeft');
    await read(page, move.moves);
  }
  await page.getByText('Write', { exact: true }).click();
  await page.click('[data-square="d2"]');
  await shoot(page, 'analysis-tree');
}

/** Puts a text into the import panel and reads it. */
async function read(page: Page, text: string): Promise<void> {
  await page.getByText('Read', { exact: true }).click();
  await page.getByLabel('Paste a position').fill(text);
  await page.getByRole('button', { name: 'Read it' }).click();
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${site}${path}`);
  await page.waitForSelector('html[data-connected="true"]');
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.bringToFront(); // a page in the back does not animate
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(400); // lets the picture come to rest
      await page.screenshot({ path: `${folder}${name}-${size}-${colorScheme}.png`, fullPage: size === 'phone' });
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    const tall = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    process.stdout.write(`${name} ${size}${wide ? ', scrolls sideways' : ''}${tall > 0 ? `, scrolls ${tall}` : ''}\n`);
  }
  await page.setViewportSize(SIZES.desk);
}
