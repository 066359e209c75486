import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium, howToGetChromium } from '../../../tools/testing/chromium.ts';

export async function launchBrowser(...more: string[]): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(howToGetChromium);
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu', // plain software painting is several times quicker than an emulated GPU
      '--enable-unsafe-swiftshader', // and yet the solid board is drawn
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      ...more,
    ],
  });
}

/** After a failed hydration Svelte renders the part again from nothing, which is slow but looks right. */
const UNWELCOME = /Content Security Policy|Failed to hydrate/;

/** A visitor with their own cookies and storage. Every error in the page is added to `faults`. */
export async function visitor(browser: Browser, faults: string[], device: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block', // keeping the pages for offline costs every new visitor a second
    ...device,
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (UNWELCOME.test(message.text())) faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (request.url().endsWith('/api/client-errors')) faults.push(`${page.url()} reports ${request.postData()}`);
  });
  return page;
}

/** Resolves when the page is alive: all its parts awake, and its socket connected. */
export const alive = (page: Page): Promise<unknown> =>
  page.waitForSelector('html[data-connected="true"]:not(:has([data-asleep]))', { timeout: 20_000 });
