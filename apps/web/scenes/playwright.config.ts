import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS, chromiumPath } from '../e2e/browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  workers: 1,
  timeout: 120_000,
  reporter: [['list']],
  build: { external: ['**/build/**', '**/build-longest/**'] },
  use: { launchOptions: { executablePath: chromiumPath(), args: BROWSER_ARGUMENTS }, actionTimeout: 20_000 },
});
