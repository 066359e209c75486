import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLog } from '../apps/server/src/log.ts';
import { startPostgres } from '../apps/server/src/postgres/supervisor.ts';
import { ensureDatabase } from '../apps/server/src/store/databases.ts';
import { temporaryFolder } from '../tools/testing/folder.ts';
import { serverProcess } from '../tools/testing/server.ts';
import { openChaosProxy } from './proxy.ts';

/** What signs the guests' cookies of the server under test. */
export const SECRET = 'a secret of the server under chaos';

/** How long the product may take to be well again, in ms. */
const MAX_RECOVERY_MS = 60_000;

export type Product = Awaited<ReturnType<typeof startProduct>>;

/** The server in a process of its own and its Postgres (fsync on), with a proxy before each. */
export async function startProduct() {
  const folder = await temporaryFolder();
  const log = createLog('silent'); // Postgres and its ends are what this is about
  const postgres = await startPostgres({ folder: folder.path, log, onProgress: () => undefined });
  const databaseUrl = await ensureDatabase(postgres.url, 'terrace');
  const [clients, database] = [await openChaosProxy('websocket'), await openChaosProxy('other')];
  database.aim(databaseUrl);
  const settings = {
    DATABASE_URL: database.urlOf(databaseUrl),
    SESSION_SECRET: SECRET,
    EXHIBITION: 'false',
    LOG_LEVEL: 'silent',
  };
  let server = serverProcess(settings);
  const url = await server.address();
  clients.aim(url);

  const postmaster = (): number =>
    Number(readFileSync(join(folder.path, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

  return {
    databaseUrl,
    clients,
    database,
    /** Where clients find the server, whichever process it is. */
    url: clients.urlOf(url),
    get server() {
      return server;
    },
    /** Starts the server anew after it was killed. */
    async restart(): Promise<void> {
      await server.ended;
      for (;;) {
        server = serverProcess(settings);
        const address = await server.address().catch(() => undefined); // it ends if Postgres is not back yet
        if (address === undefined) continue;
        clients.aim(address);
        return;
      }
    },
    postmaster,
    /** The processes that serve Postgres' connections. */
    backends(): number[] {
      const pid = postmaster();
      return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
    },
    /** Resolves when the server says, through the proxies, that it can save. */
    async isWell(): Promise<void> {
      const until = performance.now() + MAX_RECOVERY_MS;
      const ready = new URL('/ready', clients.urlOf(url));
      for (;;) {
        const reply = await fetch(ready, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
        if (reply?.status === 200) return;
        if (performance.now() > until) throw new Error(`the product did not recover: ${reply?.status ?? 'no answer'}`);
        await delay(100);
      }
    },
    async stop(): Promise<void> {
      clients.close();
      server.kill('SIGTERM');
      await server.ended;
      database.close();
      await postgres.stop();
      await folder.remove();
    },
  };
}
