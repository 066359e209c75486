import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { generateMessages } from './packages/messages/compile/main.ts';
import { compileCore } from './tools/core.ts';
import { isThorough, MAX_WORKERS } from './tools/testing/suite.ts';

await generateMessages();
await compileCore((step) => process.stderr.write(`${step}\n`));

// Test files, servers and scripts run in separate processes, which share one compile cache.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node');

const minute = 60_000;
/** Awaited states are reached within milliseconds, unless the machine is busy. */
const patience = minute / 3;
/** Tests of pure code share the modules of their worker, because reloading them would take most of the time. */
const pure = { isolate: false, testTimeout: minute / 2 };
const setupFiles = [join(import.meta.dirname, 'tools/testing/processor-time.ts')];
const unit = (name: string) => ({ test: { ...pure, name, root: `packages/${name}`, include: ['src/**/*.test.ts'] } });

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', ...(isThorough ? [] : ['**/*.thorough.test.ts'])],
    maxWorkers: MAX_WORKERS,
    projects: [
      { test: { ...pure, name: 'cli', root: 'apps/cli', include: ['src/**/*.test.ts'] } },
      unit('rules'),
      unit('engine'),
      unit('protocol'),
      unit('game'),
      { test: { name: 'embedded-postgres', root: 'packages/embedded-postgres', include: ['src/**/*.test.ts'] } },
      { test: { ...pure, name: 'messages', root: 'packages/messages', include: ['**/*.test.ts'] } },
      { test: { ...pure, name: 'bench', root: 'bench', include: ['**/*.test.ts'], testTimeout: minute } },
      {
        test: {
          name: 'chaos',
          setupFiles,
          root: 'chaos',
          include: ['**/*.test.ts'],
          pool: 'forks',
          testTimeout: 5 * minute,
        },
      },
      'apps/web',
      {
        test: {
          name: 'fuzz',
          setupFiles,
          root: 'fuzz',
          include: ['**/*.test.ts'],
          pool: 'forks',
          testTimeout: minute / 2,
          hookTimeout: minute,
          globalSetup: ['../tools/testing/postgres.ts'],
        },
      },
      {
        test: {
          name: 'server',
          setupFiles,
          root: 'apps/server',
          include: ['src/**/*.test.ts'],
          pool: 'forks',
          isolate: false, // the modules of a server are loaded once per worker: a second of processor time a file
          testTimeout: minute / 2, // several files run at a time
          hookTimeout: minute,
          expect: { poll: { timeout: patience } },
          globalSetup: ['../../tools/testing/postgres.ts', '../../tools/testing/redis.ts'],
        },
      },
      {
        test: {
          name: 'tools',
          setupFiles,
          root: 'tools',
          include: ['**/*.test.ts'],
          pool: 'forks',
          testTimeout: minute,
          hookTimeout: minute,
          expect: { poll: { timeout: patience } },
        },
      },
    ],
  },
});
