// Renders every board as seen with each kind of colour blindness, and in grey, into /shots/. Needs a running server.
// Usage: node apps/web/tools/colour-vision.ts [http://localhost:3000]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { messages } from '@terrace/messages';
import { PREFERENCES_COOKIE } from '@terrace/protocol';
import { printHelpIfAsked } from '../../../tools/help.ts';
import { root } from '../../../tools/run.ts';
import { launchBrowser, newVisitor } from '../e2e/browser.ts';
import { COLOUR_VISIONS, type ColourVision } from '../src/lib/board/colour-vision.ts';

printHelpIfAsked(
  'node apps/web/tools/colour-vision.ts [address]: renders the boards as seen with colour blindness, into shots/colour-vision.png.',
);

/** Every side with every size and its T, on high and low ground, and a vacant goal of two sides. */
const POSITION = "d'c'b'a't'BAT/D'1C'B'A'CDD/C'1t3BC/B'a6/A'b4BB/T'1c4A/d1dc2D1/1bab2cd w swne 0 1";
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 };
const VISIONS: readonly ColourVision[] = ['normal', 'protan', 'deutan', 'tritan', 'grey'];

const { positionals } = parseArgs({ allowPositionals: true });
const [site = 'http://localhost:3000'] = positionals;

/** An SVG filter named after the vision. Its matrix has four rows of five values, in linear light. */
function filterOf(vision: ColourVision): string {
  const m: readonly number[] = COLOUR_VISIONS[vision];
  const rows = [0, 3, 6].map((at) => [...m.slice(at, at + 3), 0, 0].join(' '));
  return `<filter id="${vision}"><feColorMatrix values="${rows.join(' ')} 0 0 0 1 0"/></filter>`;
}

const errors: string[] = [];
const browser = await launchBrowser();
const cells: string[] = [];
try {
  for (const board of Object.keys(messages.settingsPage.board.boards)) {
    const page = await newVisitor(browser, errors, PHONE);
    const preferences = { boardOnLight: board, numerals: true, coordinates: 'off' };
    const value = encodeURIComponent(JSON.stringify(preferences));
    await page.context().addCookies([{ name: PREFERENCES_COOKIE, value, url: site }]);
    await page.goto(`${site}/analysis?position=${encodeURIComponent(POSITION)}`);
    const drawn = page.locator('[data-position]').first();
    await drawn.waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(
      (filters) => document.body.insertAdjacentHTML('beforeend', `<svg width="0" height="0">${filters}</svg>`),
      VISIONS.map(filterOf).join(''),
    );
    for (const vision of VISIONS) {
      await drawn.evaluate(async (element, id) => {
        if (element instanceof HTMLElement) element.style.filter = `url(#${id})`;
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      }, vision);
      const picture = (await drawn.screenshot()).toString('base64');
      cells.push(
        `<figure><img src="data:image/png;base64,${picture}"><figcaption>${board}, ${vision}</figcaption></figure>`,
      );
    }
    await page.context().close();
  }
  const sheet = await browser.newPage({ viewport: { width: 5 * 376, height: 400 }, deviceScaleFactor: 1 });
  await sheet.setContent(
    `<style>body{margin:8px;display:grid;grid-template-columns:repeat(${VISIONS.length},1fr);gap:8px;font:14px sans-serif}
    figure{margin:0}img{width:100%}</style>${cells.join('')}`,
  );
  const path = join(root, 'shots', 'colour-vision.png');
  mkdirSync(join(root, 'shots'), { recursive: true });
  await sheet.screenshot({ path, fullPage: true });
  process.stdout.write(`${path}\n`);
} finally {
  await browser.close();
}
for (const error of errors) process.stdout.write(`${error}\n`);
