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
import { onlyWebsockets } from './only-websockets.ts';
import { media } from './src/lib/ui/media.ts';

await generateMessages();

const server = 'http://localhost:3000';

/** The script of the document's head is the only one that is not Kit's own. */
const template = readFileSync(new URL('src/app.html', import.meta.url), 'utf8');
const headScript = /<script>([\s\S]*?)<\/script>/.exec(template)?.[1] ?? '';
const headScriptHash = `sha256-${createHash('sha256').update(headScript).digest('base64')}` as const;

/** What pages may load, run and talk to. Kit adds the nonce or the hash of each of its own scripts and styles. */
const csp: NonNullable<Parameters<typeof sveltekit>[0]>['csp'] = {
  mode: 'auto',
  directives: {
    'default-src': ['none'],
    'script-src': ['self', headScriptHash, 'wasm-unsafe-eval'],
    'style-src': ['self', 'unsafe-inline'], // for browsers that know neither of the two below
    'style-src-elem': ['self'],
    'style-src-attr': ['unsafe-inline'], // where something stands on a board
    'img-src': ['self', 'data:', 'blob:'], // a board is drawn to a picture to be shared
    'font-src': ['self'],
    'connect-src': ['self'],
    'worker-src': ['self'],
    'manifest-src': ['self'],
    'form-action': ['self'],
    'base-uri': ['none'],
    'frame-ancestors': ['none'],
  },
};

/** Each style sheet is compiled alone: the queries that its `@media (--narrow)` names come before it. */
const customQueries = Object.entries(media).map(([name, query]) => `@custom-media --${name} ${query};`);

/** What every page loads, the page of errors ahead of need. */
const SITE = /client-optimized\/(app|nodes\/[01])\.js$/;
/** The first page as a new visitor sees it: what it shares with a game is one file, and there when a game begins. */
const BEFORE_A_GAME = /routes\/\+page\.svelte$|onboarding\/PuzzleBoard\.svelte$/;
const GAME = /game\/\[id\]\/\+page\.svelte$/;
/** The files of script that pages share. */
const parts = chunkGroups({
  site: [SITE],
  board: [BEFORE_A_GAME, GAME],
  lobby: [BEFORE_A_GAME],
  game: [GAME],
});

/** A build for tests, whose every text is the longest of all languages. */
const isLongest = process.env.TERRACE_TEXTS === 'longest';
/** The folders of that build, its own ones so that both builds can run at the same time. */
const folders = isLongest ? { out: 'build-longest', kit: '.svelte-kit/longest' } : undefined;

export default defineConfig({
  // A page kept for when there is no connection is shown at any address, so its parts are named from the root.
  // Styles travel inside the page: the first paint waits for no second request.
  plugins: [
    onlyWebsockets(),
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
          output: { codeSplitting: { groups: parts } },
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
