import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'rules', root: 'packages/rules', include: ['src/**/*.test.ts'] } },
      { test: { name: 'protocol', root: 'packages/protocol', include: ['src/**/*.test.ts'] } },
      { test: { name: 'game', root: 'packages/game', include: ['src/**/*.test.ts'] } },
    ],
  },
});
