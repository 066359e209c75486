import { expect, type Page } from '@playwright/test';

/** Pages that open offline, in the order in which they are cached. */
const PAGES = ['/local', '/offline', '/learn', '/learn/rules', '/offline/analysis', '/offline/editor'];

/**
 * Waits until the service worker controls the page and has cached everything it downloads unasked, some seconds after
 * the page has loaded.
 */
export const readyForOffline = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(
          async (paths) =>
            navigator.serviceWorker.controller === null
              ? []
              : Promise.all(paths.map(async (path) => !!(await caches.match(path)))),
          PAGES,
        ),
      { timeout: 30_000 },
    )
    .toEqual(PAGES.map(() => true));
