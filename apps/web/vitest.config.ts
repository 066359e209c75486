import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { drawingStyles } from './drawing-styles.ts';

export default defineConfig({
  plugins: [svelte(), drawingStyles()],
  test: { name: 'web', root: import.meta.dirname, include: ['src/**/*.test.ts'] },
});
