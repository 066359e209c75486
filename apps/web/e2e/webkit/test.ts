import { test as base, expect } from '@playwright/test';
import { freshDatabase } from '../../../../tools/testing/run-servers.ts';
import { type Site, startSite } from '../site.ts';
import { startWebKit } from './session.ts';
import { Tab } from './tab.ts';

export { expect };

/** Of the server: an error, or a report of a page. */
const FAULT = /^.*(?:"level":(?:"error"|"fatal"|50|60)\b|a page failed in a browser).*$/gm;

/** A server, and a visitor in WebKit on a phone's screen. */
export const test = base.extend<{ readonly faults: undefined }, { readonly site: Site; readonly tab: Tab }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern
    async ({}, use) => {
      const database = await freshDatabase();
      const site = await startSite(database.url, { parts: 'play,pages' });
      await use(site);
      await site.stop();
      await database.drop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  tab: [
    async ({ site }, use) => {
      const { driver, stop } = await startWebKit();
      await use(new Tab(driver, site.url));
      await stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  faults: [
    async ({ site }, use) => {
      const before = site.output().length;
      await use(undefined);
      expect(site.output().slice(before).match(FAULT) ?? [], 'errors of pages and server').toEqual([]);
    },
    { auto: true },
  ],
});
