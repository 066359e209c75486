import { expect, type Page } from '@playwright/test';

/** Pages that open without a connection, in the order in which they are cached. */
const PAGES = ['/local', '/offline', '/learn', '/learn/rules', '/offline/analysis', '/offline/editor'];

/** Waits until the service worker serves the page and has cached everything that it downloads on its own, which takes some seconds after the page was loaded. */
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
