import type { Project } from '@playwright/test';
import { LEFT_OUT, LEFT_OUT_TESTS } from './left-out.ts';

/** The end-to-end tests in Firefox. */
export const firefoxProject: Project = {
  name: 'firefox',
  testDir: 'e2e',
  testIgnore: Object.values(LEFT_OUT)
    .flat()
    .map((file) => `**/${file}`),
  grepInvert: Object.values(LEFT_OUT_TESTS).flatMap((files) =>
    Object.entries(files).flatMap(([file, titles]) =>
      titles.map((title) => new RegExp(RegExp.escape(`${file} ${title}`))),
    ),
  ),
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    // Playwright takes screenshots of all closed pages, with a style that the policy of the pages forbids.
    screenshot: 'off',
    launchOptions: {
      executablePath: new URL('launch.ts', import.meta.url).pathname,
      args: [],
      // Visitors of all browsers prefer reduced motion. Playwright cannot set it in Firefox.
      firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
    },
  },
};
