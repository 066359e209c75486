import type { Page } from '@playwright/test';
import { expect } from 'vitest';

/** Pages that open without a connection, in the order in which they are cached. */
const PAGES = ['/local', '/offline', '/learn', '/learn/rules', '/offline/analysis', '/offline/editor'];

/** Waits until the service worker has cached everything that it downloads by itself: some seconds after the page was loaded. */
export const readyForOffline = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate((paths) => Promise.all(paths.map(async (path) => !!(await caches.match(path)))), PAGES))
    .toEqual(PAGES.map(() => true));
