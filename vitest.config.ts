import { defineConfig } from 'vitest/config';

const unit = (name: string) => ({ test: { name, root: `packages/${name}`, include: ['src/**/*.test.ts'] } });

export default defineConfig({
  test: {
    projects: [
      unit('rules'),
      unit('protocol'),
      unit('game'),
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['src/**/*.test.ts'],
          pool: 'forks',
          globalSetup: '../../tools/testing/postgres.ts',
        },
      },
    ],
  },
});
