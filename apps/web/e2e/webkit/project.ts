import type { Project } from '@playwright/test';

/** WebKitGTK through WebDriver. Playwright only runs the tests. */
export const webkitProject: Project = {
  name: 'webkit',
  testDir: 'e2e/webkit',
  testMatch: 'whole-site.ts',
  use: { screenshot: 'off' },
};
