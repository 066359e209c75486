import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  // Files share the modules of their worker: reloading them for each file takes five times the duration of the tests.
  test: {
    name: 'web',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    isolate: false,
    maxWorkers: 4,
    css: { include: /\?raw$/ },
  },
});
