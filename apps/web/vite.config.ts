import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { generateMessages } from '@terrace/messages/compile';
import { defineConfig } from 'vite';

await generateMessages();

const server = 'http://localhost:3000';

export default defineConfig({
  // A page kept for when there is no connection is shown at any address, so its parts are named from the root.
  // Styles travel inside the page: the first paint waits for no second request.
  plugins: [sveltekit({ adapter: adapter(), inlineStyleThreshold: 30_000, paths: { relative: false } })],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // What at least half of the pages need comes in one file: fewer requests, and text that packs better together.
          output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 12 }] } },
        },
      },
    },
  },
  server: { proxy: { '^/api/': server, '/socket.io': { target: server, ws: true } } },
});
