import { defineConfig } from '@playwright/test';
import { isThorough, THOROUGH } from '../../tools/testing/suite.ts';
import { BROWSER_ARGUMENTS, chromiumPath } from './e2e/browser.ts';
import { firefoxProject } from './e2e/firefox/project.ts';
import { webkitProject } from './e2e/webkit/project.ts';

/** In ms. Expected states usually appear within milliseconds; this allows for a busy machine. */
const PATIENCE = 20_000;

/** See `scenes/pictures.ts`. */
const pictures = process.env.TERRACE_PICTURES;

/** See `scenes/screenshots.ts`. */
const drawsScreenshots = process.env.TERRACE_SCREENSHOTS !== undefined;

const picturesProject = (folder: string) => ({
  name: 'pictures',
  testDir: 'scenes',
  testMatch: 'pictures.ts',
  fullyParallel: true,
  snapshotPathTemplate: `${folder}/{arg}{ext}`,
  expect: { toHaveScreenshot: { maxDiffPixels: 40 } },
});

export default defineConfig({
  testMatch: '**/*.spec.ts',
  testIgnore: isThorough ? [] : ['**/*.thorough.spec.ts'],
  grepInvert: isThorough ? [] : [new RegExp(`${THOROUGH}$`)],
  outputDir: 'test-results',
  globalSetup: '../../tools/testing/playwright-setup.ts',
  workers: 3, // tests spend half of their time waiting for servers and pages, so three workers use two cores
  timeout: 120_000,
  expect: { timeout: PATIENCE },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  use: {
    actionTimeout: PATIENCE,
    navigationTimeout: PATIENCE,
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: chromiumPath(), args: BROWSER_ARGUMENTS },
  },
  projects: [
    {
      name: 'e2e',
      testDir: 'e2e',
      use: { trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false } },
    },
    // Scenes are deterministic, so their tests need no trace and run in any order.
    { name: 'scenes', testDir: 'scenes', fullyParallel: true },
    ...(isThorough ? [firefoxProject, webkitProject] : []),
    ...(pictures === undefined ? [] : [picturesProject(pictures)]),
    ...(drawsScreenshots ? [{ name: 'screenshots', testDir: 'scenes', testMatch: 'screenshots.ts' }] : []),
  ],
  build: { external: ['**/build/**', '**/build-longest/**'] }, // the fixture server imports the built pages as they are
});
