import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createLog } from '../apps/server/src/start/log.ts';
import { ensureDatabase } from '../apps/server/src/store/databases.ts';
import { startRedis } from '../apps/server/src/testing/redis.ts';
import manifest from '../package.json' with { type: 'json' };
import { startPostgres } from '../packages/embedded-postgres/src/index.ts';
import { temporaryFolder } from '../tools/testing/folder.ts';
import { processorMs, residentBytes } from './processor.ts';

export type ServerProcess = {
  readonly url: string;
  readonly pid: number;
  cpuMs(): number;
  memory(): number;
  /** Bytes of heap that the process has allocated since the previous call. */
  allocated(): Promise<number>;
  stop(): Promise<void>;
};

const COUNTER = new URL('./allocations.ts', import.meta.url).href;
const HEAP = manifest.scripts.start.split(' tools/')[0]?.match(/--\S+/g) ?? [];

const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

export const SECRET = 'a secret for measurements and nothing else';

const SETTINGS = {
  PORT: '0',
  PARTS: 'play,jobs',
  EXHIBITION: 'false',
  TRUST_PROXY: 'loopback', // each client has its own address, because limits count by address
  SESSION_SECRET: SECRET,
};

async function launchDatabase(): Promise<{ readonly databaseUrl: string; stop(): Promise<void> }> {
  const folder = await temporaryFolder();
  const postgres = await startPostgres({ folder: folder.path, log: createLog('warn'), onProgress: () => undefined });
  return {
    databaseUrl: await ensureDatabase(postgres.url, 'terrace'),
    stop: async () => {
      await postgres.stop();
      await folder.remove();
    },
  };
}

/** The server on its own temporary Postgres, without pages unless `more` says otherwise. */
export async function launchTerrace(
  more: Record<string, string> = {},
): Promise<ServerProcess & { readonly databaseUrl: string }> {
  const { databaseUrl, stop } = await launchDatabase();
  const server = await launch('../apps/server/src/main.ts', { ...SETTINGS, DATABASE_URL: databaseUrl, ...more });
  return {
    ...server,
    databaseUrl,
    stop: async () => {
      await server.stop();
      await stop();
    },
  };
}

export async function launchNodes(count: number) {
  const database = await launchDatabase();
  const redis = await startRedis();
  const settings = { ...SETTINGS, DATABASE_URL: database.databaseUrl, REDIS_URL: redis.url };
  const nodes: ServerProcess[] = [];
  for (let n = 0; n < count; n += 1) nodes.push(await launch('../apps/server/src/main.ts', settings));
  return {
    nodes,
    databaseUrl: database.databaseUrl,
    redis: { cpuMs: () => processorMs(redis.pid) },
    async stop(): Promise<void> {
      await Promise.all(nodes.map((node) => node.stop()));
      await redis.stop();
      await database.stop();
    },
  };
}

/** Starts a server script; resolves when it has printed its address. */
export async function launch(path: string, env: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...HEAP, '--import', COUNTER, new URL(path, import.meta.url).pathname], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const { stdout } = child;
  if (stdout === null) throw new Error('the output of a server is a pipe');
  children.add(child);
  for await (const line of createInterface({ input: stdout })) {
    const found = /http:\/\/\S+/.exec(line);
    if (!found) continue;
    stdout.resume();
    return {
      url: found[0],
      pid: child.pid ?? 0,
      cpuMs: () => processorMs(child.pid ?? 0),
      memory: () => residentBytes(child.pid ?? 0),
      allocated: async () => {
        child.send('count');
        const [bytes] = await once(child, 'message');
        return Number(bytes);
      },
      stop: async () => {
        children.delete(child);
        child.kill('SIGTERM');
        await once(child, 'exit');
      },
    };
  }
  throw new Error(`${path} did not start`);
}
