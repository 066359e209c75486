import type { Browser, BrowserContext } from '@playwright/test';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { freshDatabase } from '../../../tools/testing/database.ts';
import { launchBrowser } from './browser.ts';
import { type Site, type SiteOptions, startSite } from './site.ts';

/**
 * A server on a database of its own and a browser, for the tests of one file; both are gone when they are done, and the
 * visitors of each test with it: their engines and clocks would go on beside the next ones.
 */
export function useTestSite(options: SiteOptions = {}): { readonly site: Site; readonly browser: Browser } {
  let stage: { site: Site; browser: Browser } | undefined;
  const set = () => {
    if (stage === undefined) throw new Error('the stage is set before the first test, not before that');
    return stage;
  };
  beforeAll(async () => {
    const database = await freshDatabase();
    const [site, browser] = await Promise.all([startSite(database.url, options), launchBrowser()]);
    stage = { site, browser };
    return async () => {
      await browser.close();
      await site.stop();
      await database.drop();
    };
  });
  let lasting: readonly BrowserContext[];
  beforeEach(() => {
    lasting = set().browser.contexts();
  });
  afterEach(async () => {
    const ended = set()
      .browser.contexts()
      .filter((context) => !lasting.includes(context));
    await Promise.all(ended.map((context) => context.close()));
  });
  return {
    get site() {
      return set().site;
    },
    get browser() {
      return set().browser;
    },
  };
}
