import { createHash } from 'node:crypto';
import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';
import type { Preferences } from '@terrace/protocol';
import { UNCHANGED } from '../../../../tools/testing/outcomes.ts';
import { opensEveryScene } from '../../../../tools/testing/suite.ts';
import { chromiumPath, isConsoleError, VISITOR, waitUntilReady } from '../../e2e/browser.ts';
import { SCREENS } from '../../e2e/screens.ts';
import { scenes } from '../catalogue.ts';
import type { Scene } from '../scene.ts';
import { type FixtureServer, startFixtureServer } from '../server/fixture-server.ts';
import type { Texts } from '../server/pages.ts';
import { deleteOldPassed, hashScene, hashSharedInputs, keepPassed, passedBefore } from './passed-before.ts';

export { expect };

type WorkerFixtures = {
  readonly servers: (texts: Texts) => Promise<FixtureServer>;
  /**
   * A worker opens its scenes one after another in this tab. Reusing compiled scripts saves a third of a scene's time.
   */
  readonly tab: Page;
  /** A hash of the inputs that all scenes share. */
  readonly sharedInputs: string;
};
/** The build of the pages, and the visitor's preferences. The default is English and the system's theme. */
export type OpenOptions = { readonly texts?: Texts; readonly preferences?: Partial<Preferences> };
type TestFixtures = {
  /** Keeps the hash if the test passes, including the checks after its end. */
  readonly keepIfPassed: (hash: string) => void;
  /**
   * Checks scenes, unless they look as they did when this test last passed on this machine. The thorough suite always
   * checks them.
   */
  readonly unlessPassed: (names: readonly string[], options: OpenOptions, check: () => Promise<void>) => Promise<void>;
  /** Replaces the previous scene, and runs the steps of the new one. */
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
  tab: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ ...VISITOR });
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
  sharedInputs: [
    async ({ browser }, use) => {
      await deleteOldPassed();
      await use(await hashSharedInputs(`${chromiumPath()} ${browser.version()}`));
    },
    { scope: 'worker' },
  ],
  // Starts before `openScene` and therefore ends after its checks.
  keepIfPassed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use, info) => {
      const hashes: string[] = [];
      await use((hash) => void hashes.push(hash));
      if (info.errors.length === 0) await Promise.all(hashes.map(keepPassed));
    },
    { auto: true },
  ],
  unlessPassed: async ({ servers, sharedInputs, keepIfPassed }, use, info) => {
    await use(async (names, options, check) => {
      if (opensEveryScene) return check();
      const server = await servers(options.texts ?? 'longest');
      const hash = createHash('sha256').update(sharedInputs).update(info.title);
      for (const name of names)
        hash.update(await hashScene(server, addressOf(name, options), server.scene(name)?.endsAt));
      const key = hash.digest('hex');
      if (await passedBefore(key)) {
        info.annotations.push({ type: UNCHANGED });
        return;
      }
      await check();
      keepIfPassed(key);
    });
  },
  openScene: async ({ servers, tab: page }, use) => {
    let opened: Scene | undefined;
    const errors = watchErrors(page, () => opened);
    const used = new Set<FixtureServer>();
    await use(async (name, { texts = 'longest', preferences = {} } = {}) => {
      const server = await servers(texts);
      used.add(server);
      const scene = server.scene(name);
      if (scene === undefined) throw new Error(`no scene ${name}`);
      opened = scene;
      await page.setViewportSize(SCREENS[scene.screen ?? '1280x800']);
      await page.mouse.move(0, 0);
      const answer = await page.goto(`${server.url}/scenes/${addressOf(name, { preferences })}`);
      expect(answer?.status()).toBe(scene.status ?? 200);
      await waitUntilReady(page);
      await scene.steps?.(page);
      // The hash of a scene covers only these pages.
      expect([scene.path, scene.endsAt].map(pathOf)).toContain(pathOf(page.url().replace(server.url, '')));
      return { page, scene };
    });
    await page.goto('about:blank'); // ends the page's timers and connections
    errors.end();
    const unanswered = [...used].flatMap((server) => server.takeErrors());
    expect([...errors.found, ...unanswered], 'errors of the page, and requests without an answer').toEqual([]);
  },
});

const pathOf = (address: string | undefined): string | undefined => address?.replace(/[?#].*/s, '');

const addressOf = (name: string, { preferences = {} }: OpenOptions): string =>
  `${name}?${new URLSearchParams({ language: preferences.language ?? 'en', theme: preferences.theme ?? 'system' })}`;

function watchErrors(
  page: Page,
  scene: () => Scene | undefined,
): { readonly found: readonly string[]; readonly end: () => void } {
  const found: string[] = [];
  const onerror = (error: Error) => void found.push(error.message);
  const onmessage = (message: ConsoleMessage) => {
    // The browser reports responses with status 400 and above as errors. `openScene` checks the page's status, and
    // scenes refuse requests on purpose.
    const { url } = message.location();
    const refused = scene()?.rest.some(({ status, path }) => status >= 400 && url.endsWith(path));
    const isStatus = message.text().startsWith('Failed to load resource') && (refused || url === page.url());
    if (isConsoleError(message) && !isStatus) found.push(`${message.text()} ${message.location().url}`);
  };
  page.on('pageerror', onerror);
  page.on('console', onmessage);
  return {
    found,
    end: () => {
      page.off('pageerror', onerror);
      page.off('console', onmessage);
    },
  };
}
