import { type Browser, type BrowserContextOptions, type ConsoleMessage, chromium, type Page } from '@playwright/test';
import { chromium as chromiumProgram, findOrThrow } from '../../../tools/required/programs.ts';

export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu', // plain software painting is several times faster than an emulated GPU
  '--enable-unsafe-swiftshader', // still allows WebGL for the 3D board
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
];

/** Default options of visitors in tests. */
export const VISITOR = {
  viewport: { width: 1280, height: 800 },
  reducedMotion: 'reduce',
  serviceWorkers: 'block', // caching pages for offline use takes a second for each new visitor
} as const satisfies BrowserContextOptions;

/** The path of Chromium. @throws Error that explains how to install it */
export const chromiumPath = (): string => findOrThrow(chromiumProgram);

export const launchBrowser = (...more: string[]): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath(), args: [...BROWSER_ARGUMENTS, ...more] });

/** Warnings that the test setup causes, not the page. */
const SETUP_WARNINGS: readonly RegExp[] = [
  /^Service Worker registration blocked by Playwright$/, // `VISITOR` blocks service workers
  // With `--disable-gpu` Chromium reads each frame of the 3D board back to composite it. The page never calls `readPixels`.
  /^\[\.WebGL-0x[0-9a-f]+\]GL Driver Message \(OpenGL, Performance, GL_CLOSE_PATH_NV, High\): GPU stall due to ReadPixels( \(this message will no longer repeat\))?$/,
];

/**
 * Whether a console message fails the test. Warnings count: after a failed hydration, for example, Svelte only warns
 * and re-renders the part, which is slow but looks right.
 */
export function isConsoleError(message: ConsoleMessage): boolean {
  if (message.type() === 'error') return true;
  return message.type() === 'warning' && !SETUP_WARNINGS.some((pattern) => pattern.test(message.text()));
}

/** Opens a page in its own context. Its errors, and errors and warnings in its console, are added to `pageErrors`. */
export async function newVisitor(
  browser: Browser,
  pageErrors: string[],
  device: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ ...VISITOR, ...device });
  const page = await context.newPage();
  page.on('pageerror', (error) => pageErrors.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (isConsoleError(message)) pageErrors.push(`${page.url()}: ${message.text()} ${message.location().url}`);
  });
  page.on('request', (request) => {
    if (request.url().endsWith('/api/client-errors')) pageErrors.push(`${page.url()} reports ${request.postData()}`);
  });
  return page;
}

export async function goTo(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await waitUntilReady(page);
}

/** Resolves when all parts of the page are hydrated and its socket is connected. */
export const waitUntilReady = (page: Page): Promise<unknown> =>
  page.waitForSelector('html[data-connected="true"]:not(:has([data-dehydrated]))', { timeout: 20_000 });
