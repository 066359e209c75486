import { randomUUID } from 'node:crypto';
import { copyDatabase, dropDatabase } from '../../apps/server/src/store/databases.ts';
import { template } from './template.ts';

type RunServers = { readonly postgresUrl: string; readonly redisUrl: string };

/** Workers inherit the environment of the process that ran the global set-up. */
const NAMES = { postgresUrl: 'TERRACE_TEST_POSTGRES', redisUrl: 'TERRACE_TEST_REDIS' } as const;

export function setRunServers({ postgresUrl, redisUrl }: RunServers): void {
  process.env[NAMES.postgresUrl] = postgresUrl;
  process.env[NAMES.redisUrl] = redisUrl;
}

const runServers = (): RunServers => ({ postgresUrl: read(NAMES.postgresUrl), redisUrl: read(NAMES.redisUrl) });

function read(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`The global set-up did not set ${name}.`);
  return value;
}

/** A migrated, empty database on the run's Postgres. Close the connections to it before `drop`. */
export async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { postgresUrl } = runServers();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  return { url: await copyDatabase(postgresUrl, template, name), drop: () => dropDatabase(postgresUrl, name) };
}
