import { startRedis } from '../../apps/server/src/testing/redis.ts';
import { buildPages } from '../pages.ts';
import { setRunServers } from './run-servers.ts';
import { isThorough } from './suite.ts';
import { startTestPostgres } from './test-postgres.ts';

/** Builds the pages, and starts the Postgres and the Redis that all tests of the run share. Scenes need no server. */
export default async function setup(): Promise<() => Promise<void>> {
  const print = (step: string) => void process.stderr.write(`${step}\n`);
  if (!isThorough && process.argv.includes('--project=scenes')) {
    await buildPages(print, 'longest');
    return async () => undefined;
  }
  const [postgres, redis] = await Promise.all([
    startTestPostgres(),
    startRedis(),
    buildPages(print),
    buildPages(print, 'longest'),
  ]);
  setRunServers({ postgresUrl: postgres.url, redisUrl: redis.url });
  return async () => {
    await Promise.all([postgres.stop(), redis.stop()]);
  };
}
