import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

const server = 'http://localhost:3000';

export default defineConfig({
  // Styles travel inside the page: the first paint waits for no second request.
  plugins: [sveltekit({ adapter: adapter(), inlineStyleThreshold: 30_000 })],
  server: { proxy: { '/api': server, '/socket.io': { target: server, ws: true } } },
});
