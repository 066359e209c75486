import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { generateMessages } from '@terrace/messages/compile';
import customMedia from 'postcss-custom-media';
import { defineConfig } from 'vite';
import { chunkGroups } from './chunk-groups.ts';
import { longestTexts } from './longest-texts.ts';
import { offlineFiles } from './offline-files.ts';
import { media } from './src/lib/ui/media.ts';
import { withoutUnusedCode } from './without-unused-code.ts';

await generateMessages();

const server = 'http://localhost:3000';

/** The script in the document's head is the only inline script that Kit does not add itself. */
const template = readFileSync(new URL('src/app.html', import.meta.url), 'utf8');
const headScript = /<script>([\s\S]*?)<\/script>/.exec(template)?.[1] ?? '';
const headScriptHash = `sha256-${createHash('sha256').update(headScript).digest('base64')}` as const;

/** The content security policy. Kit adds the nonce or hash of its own scripts and styles. */
const csp: NonNullable<Parameters<typeof sveltekit>[0]>['csp'] = {
  mode: 'auto',
  directives: {
    'default-src': ['none'],
    'script-src': ['self', headScriptHash, 'wasm-unsafe-eval'],
    'style-src': ['self', 'unsafe-inline'], // for browsers that support neither of the two below
    'style-src-elem': ['self'],
    'style-src-attr': ['unsafe-inline'], // positions on a board
    'img-src': ['self', 'data:', 'blob:'], // a board is rendered to an image for sharing
    'font-src': ['self'],
    'connect-src': ['self'],
    'worker-src': ['self'],
    'manifest-src': ['self'],
    'form-action': ['self'],
    'base-uri': ['none'],
    'frame-ancestors': ['none'],
  },
};

/** Each style sheet is compiled separately, so the custom media queries are prepended to it. */
const customQueries = Object.entries(media).map(([name, query]) => `@custom-media --${name} ${query};`);

/** Loaded by every page, including the error page. */
const SITE = /client-optimized\/(app|nodes\/[01])\.js$/;
/** The first page for new visitors: what it shares with a game is one file, already loaded when a game begins. */
const FIRST_PAGE = /routes\/\+page\.svelte$|onboarding\/PuzzleBoard\.svelte$/;
const GAME = /game\/\[id\]\/\+page\.svelte$/;
const groups = chunkGroups({
  site: [SITE],
  board: [FIRST_PAGE, GAME],
  lobby: [FIRST_PAGE],
  game: [GAME],
});

/** A test build in which every text is the longest of all languages. */
const isLongest = process.env.TERRACE_TEXTS === 'longest';
/** Separate folders, so that both builds can run at the same time. */
const folders = isLongest ? { out: 'build-longest', kit: '.svelte-kit/longest' } : undefined;

export default defineConfig({
  // A cached offline page is shown at any address, so its assets have absolute paths. Styles are inlined, so that the
  // first paint waits for no second request.
  plugins: [
    withoutUnusedCode(),
    offlineFiles(),
    ...(isLongest ? [longestTexts()] : []),
    sveltekit({
      // Files for tests are sent uncompressed.
      adapter: adapter(folders && { out: folders.out, precompress: false }),
      ...(folders && { outDir: folders.kit }),
      csp,
      version: { pollInterval: 0 },
      inlineStyleThreshold: 60_000,
      paths: { relative: false },
    }),
  ],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups } },
        },
      },
    },
  },
  css: {
    postcss: {
      plugins: [{ postcssPlugin: 'queries', Once: (root) => void root.prepend(customQueries.join('')) }, customMedia()],
    },
  },
  server: { proxy: { '^/api/': server, '/socket.io': { target: server, ws: true } } },
});
