/** vitest's global set-up: one real Redis for the run, which the databases of test files share. */
import type { TestProject } from 'vitest/node';
import { startRedis } from '../../apps/server/src/testing/redis.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const redis = await startRedis();
  project.provide('redisUrl', redis.url);
  return redis.stop;
}
