import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  test: { name: 'web', root: import.meta.dirname, include: ['src/**/*.test.ts'] },
});
