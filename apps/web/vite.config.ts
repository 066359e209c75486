import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

const server = 'http://localhost:3000';

export default defineConfig({
  plugins: [sveltekit({ adapter: adapter() })],
  server: { proxy: { '/api': server, '/socket.io': { target: server, ws: true } } },
});
