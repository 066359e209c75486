// Draws the icons of the installed app from the emblem, as PNG, into static/icons/. Usage: node tools/icons.ts
import { mkdirSync } from 'node:fs';
import { printHelpIfAsked } from '../../../tools/help.ts';
import { launchBrowser } from '../e2e/browser.ts';

printHelpIfAsked('node apps/web/tools/icons.ts: renders the icons of the installed app into static/icons.');

const folder = new URL('../static/icons/', import.meta.url).pathname;

/** The same corner of the board as in `Logo.svelte`. Its terraces extend beyond the edge for any mask. */
const drawing = `
  <path fill="#fffbef" d="M-9 -9h44v44H-9z"/>
  <path fill="#d5dee0" d="M-9 8h27v27H-9z"/>
  <path fill="#b6c8d2" d="M-9 14h21v21H-9z"/>
  <path fill="#95b0c1" d="M-9 20h15v15H-9z"/>
  <path fill="none" stroke="#5f7480" stroke-width="1.4" d="M-9 8h27v27M-9 14h21v21M-9 20h15v15"/>
  <circle cx="18" cy="8" r="6" fill="#9f1f0a"/>`;

/** `any` has round corners. `maskable` keeps its content in the middle four fifths, which no mask cuts. */
const icons = [
  { name: 'icon-192', size: 192, kind: 'any' },
  { name: 'icon-512', size: 512, kind: 'any' },
  { name: 'maskable-512', size: 512, kind: 'maskable' },
  { name: 'apple-touch', size: 180, kind: 'maskable' },
] as const;

const svg = (size: number, kind: 'any' | 'maskable'): string => {
  const box = kind === 'any' ? '0 0 26 26' : '-3 -3 32 32';
  const corners = kind === 'any' ? 'style="clip-path: inset(0 round 5px)"' : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${box}"><g ${corners}>${drawing}</g></svg>`;
};

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  for (const { name, size, kind } of icons) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<body style="margin:0">${svg(size, kind)}`);
    await page.screenshot({ path: `${folder}${name}.png`, omitBackground: true });
  }
} finally {
  await browser.close();
}
