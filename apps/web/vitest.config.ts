import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { MAX_WORKERS } from '../../tools/testing/suite.ts';

export default defineConfig({
  plugins: [svelte()],
  // Files share the modules of their worker: reloading them for each file takes five times the duration of the tests.
  test: {
    name: 'web',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    isolate: false,
    maxWorkers: MAX_WORKERS,
    css: { include: /\?raw$/ },
  },
});
