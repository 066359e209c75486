import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createLog } from '../apps/server/src/log.ts';
import { startPostgres } from '../apps/server/src/postgres/supervisor.ts';
import { ensureDatabase } from '../apps/server/src/store/databases.ts';
import manifest from '../package.json' with { type: 'json' };
import { temporaryFolder } from '../tools/testing/folder.ts';

/** A server in a process of its own. */
export type ServerProcess = {
  readonly url: string;
  /** Processor time it has used so far, in ms. */
  cpuMs(): number;
  /** Memory it holds now, in bytes. */
  memory(): number;
  stop(): Promise<void>;
};

const TICK = 10; // ms; Linux counts processor time in hundredths of a second

/** What `npm start` tells Node about its heap. */
const HEAP = manifest.scripts.start.match(/--\S+/g) ?? [];

const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** What `guestCookie` needs to make guests of the server under test. */
export const SECRET = 'a secret for measurements and nothing else';

/** The server under test on a temporary Postgres (fsync on) of its own, without pages unless `more` says otherwise. */
export async function launchTerrace(
  more: Record<string, string> = {},
): Promise<ServerProcess & { readonly databaseUrl: string }> {
  const folder = await temporaryFolder();
  const postgres = await startPostgres({ folder: folder.path, log: createLog('warn'), onProgress: () => undefined });
  const databaseUrl = await ensureDatabase(postgres.url, 'terrace');
  const settings = {
    DATABASE_URL: databaseUrl,
    PORT: '0',
    SERVE_PAGES: 'false',
    EXHIBITION: 'false',
    TRUST_PROXY: 'loopback', // every client has an address of its own, as limits count by it
    SESSION_SECRET: SECRET,
    ...more,
  };
  const server = await launch('../apps/server/src/main.ts', settings);
  return {
    ...server,
    databaseUrl,
    stop: async () => {
      await server.stop();
      await postgres.stop();
      await folder.remove();
    },
  };
}

/** Starts a server script and resolves once it has printed its address. */
export async function launch(path: string, env: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...HEAP, new URL(path, import.meta.url).pathname], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /http:\/\/\S+/.exec(line);
    if (!found) continue;
    child.stdout.resume();
    return {
      url: found[0],
      cpuMs: () => {
        const [user = 0, system = 0] =
          readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
        return (user + system) * TICK;
      },
      memory: () => {
        const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
        return Number(kilobytes) * 1024;
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
