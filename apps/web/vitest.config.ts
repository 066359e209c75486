import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { drawingStyles } from './drawing-styles.ts';

export default defineConfig({
  plugins: [svelte(), drawingStyles()],
  // Files share the modules of their worker: reloading them for each file takes five times the duration of the tests.
  test: { name: 'web', root: import.meta.dirname, include: ['src/**/*.test.ts'], isolate: false, maxWorkers: 4 },
});
