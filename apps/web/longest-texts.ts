import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const TEXTS = fileURLToPath(new URL('../../packages/messages/src/texts-longest.ts', import.meta.url));

/** Replaces each text by the longest of all languages, for a build that only tests use. */
export const longestTexts = (): Plugin => ({
  name: 'longest-texts',
  enforce: 'pre',
  resolveId: { filter: { id: /^#texts$/ }, handler: () => TEXTS },
});
