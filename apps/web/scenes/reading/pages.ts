import { ApiDocument } from '../../src/lib/api/document.ts';
import { API_DOCUMENT } from '../fixtures/api-document.ts';
import { pageAt } from '../fixtures/page.ts';
import { rest } from '../fixtures/rest.ts';
import { select } from '../game/steps.ts';
import type { Scenes } from '../scene.ts';

/** Text pages, which need little more than their address. */
export const readingScenes: Scenes = {
  learn: () => pageAt('/learn'),
  'learn-answered': () => ({
    ...pageAt('/learn'),
    steps: async (page) => {
      await select('a8')(page);
      await page.locator('.answer .ok').waitFor();
    },
  }),
  'learn-rules': () => pageAt('/learn/rules'),
  about: () => pageAt('/about'),
  history: () => pageAt('/about/history'),
  privacy: () => pageAt('/privacy'),
  offline: () => pageAt('/offline'),
  api: () => pageAt('/api', { rest: [rest('/api/openapi.json', ApiDocument, ApiDocument.parse(API_DOCUMENT))] }),
  error: () => pageAt('/nowhere', { status: 404 }),
};
