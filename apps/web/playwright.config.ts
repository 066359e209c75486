import { defineConfig } from '@playwright/test';
import { isThorough } from '../../tools/testing/suite.ts';
import { BROWSER_ARGUMENTS, chromiumPath } from './e2e/browser.ts';

/** In ms. Awaited states come within milliseconds, unless the machine is busy. */
const PATIENCE = 20_000;

/** A folder of pictures to compare with; see `scenes/pictures.ts`. */
const pictures = process.env.TERRACE_PICTURES;

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
  outputDir: 'test-results',
  globalSetup: '../../tools/testing/playwright-setup.ts',
  workers: 3, // tests wait for servers and pages half of the time: three keep two cores busy
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
      use: { trace: { mode: 'retain-on-failure', screenshots: false, sources: false } },
    },
    // Without a trace, and its tests in any order: a scene is the same each time it is opened.
    { name: 'scenes', testDir: 'scenes', fullyParallel: true },
    ...(pictures === undefined ? [] : [picturesProject(pictures)]),
  ],
  build: { external: ['**/build/**', '**/build-longest/**'] }, // the fixture server imports the built pages as they are
});
