import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { Preferences } from '@terrace/protocol';
import { alive, VISITOR } from '../../e2e/browser.ts';
import { SCREENS } from '../../e2e/screens.ts';
import { scenes } from '../catalogue.ts';
import type { Scene } from '../scene.ts';
import { type FixtureServer, startFixtureServer } from '../server/fixture-server.ts';
import type { Texts } from '../server/pages.ts';

export { expect };

type WorkerFixtures = {
  readonly servers: (texts: Texts) => Promise<FixtureServer>;
  /** One context for all scenes of a worker: its cache of compiled scripts saves most of the cost of opening a page. */
  readonly visitor: BrowserContext;
};
type OpenOptions = { readonly texts?: Texts; readonly preferences?: Partial<Preferences> };
type TestFixtures = {
  /** Opens a scene and leads it to its state. */
  readonly openScene: (name: string, options?: OpenOptions) => Promise<{ readonly page: Page; readonly scene: Scene }>;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const started = new Map<Texts, Promise<FixtureServer>>();
      await use((texts) => {
        const server = started.get(texts) ?? startFixtureServer(scenes, texts);
        started.set(texts, server);
        return server;
      });
      for (const server of started.values()) await (await server).close();
    },
    { scope: 'worker' },
  ],
  visitor: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ ...VISITOR });
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  openScene: async ({ servers, visitor }, use) => {
    const opened: { readonly page: Page; readonly server: FixtureServer; readonly faults: readonly string[] }[] = [];
    await use(async (name, { texts = 'longest', preferences = {} } = {}) => {
      const server = await servers(texts);
      const page = await visitor.newPage();
      opened.push({ page, server, faults: faultsOf(page) });
      const { language = 'en', theme = 'system' } = preferences;
      const scene = server.scene(name);
      if (scene === undefined) throw new Error(`no scene ${name}`);
      await page.setViewportSize(SCREENS[scene.screen ?? '1280x800']);
      const answer = await page.goto(`${server.url}/scenes/${name}?language=${language}&theme=${theme}`);
      expect(answer?.status()).toBe(scene.status ?? 200);
      await alive(page);
      await scene.steps?.(page);
      await scene.expect?.(page);
      return { page, scene };
    });
    for (const { page, server, faults } of opened) {
      await page.close();
      expect([...faults, ...server.takeFaults()], 'errors of the page, and requests without an answer').toEqual([]);
    }
  },
});

/** Collects the errors of a page. After a failed hydration Svelte renders the part again, which is slow but looks right. */
function faultsOf(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.text().includes('Failed to hydrate')) faults.push(message.text());
  });
  return faults;
}
