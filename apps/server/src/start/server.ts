import { relative } from 'node:path';
import type { Logger } from 'pino';
import { startPagesServer } from '../compose/pages-server.ts';
import { type RunningApp, startApp } from '../compose.ts';
import { isDatabaseFault } from '../game-service/games.ports.ts';
import { errorMessage, isStartError, ServiceUnreachable, StartError } from '../runtime/errors.ts';
import { checkDatabase, ensureDatabase } from '../store/databases.ts';
import { migrate } from '../store/migrate.ts';
import { runQuery } from '../store/run-query.ts';
import { makeFolder } from './data-folder.ts';
import type { Env } from './env.ts';
import { readExternalServices } from './external-services.ts';
import { channelsLine } from './notification-channels.ts';
import { checkPort, type Listener, listenFault } from './port.ts';
import { loadSecret } from './secret.ts';

type Options = {
  env: Env;
  log: Logger;
  onProgress: (step: string) => void;
  /** Called with the stop function of each started part, in order. */
  onStarted: (stop: () => Promise<void> | void) => void;
  onReplaced: () => void;
  signal: AbortSignal;
};

const HAND_OVER_MS = 5_000;

/** Starts the complete server, cheap checks first. @returns its address */
export async function startServer({ env, log, onProgress, onStarted, onReplaced, signal }: Options): Promise<string> {
  const external = readExternalServices(env);
  const listeners = listenersOf(env);
  if (!env.PARTS.has('play')) return servePages();
  for (const listener of listeners) await checkPort(listener);
  const onLocked = () => onProgress('Waiting to migrate: another session, such as a backup, locks a table');
  const databaseUrl = env.DATABASE_URL ?? (await builtIn());
  signal.throwIfAborted();
  if (env.DATABASE_URL) await checkDatabase(databaseUrl);
  signal.throwIfAborted();
  const applied = await runQuery(() => migrate(databaseUrl, { onLocked })).catch((error: unknown) => {
    if (isStartError(error)) throw error;
    const [reason] = errorMessage(error).split('\n');
    const Fault = isDatabaseFault(error) ? ServiceUnreachable : StartError;
    throw new Fault(`The database migrations failed: ${reason}`, { cause: error });
  });
  if (applied.length > 0) onProgress(`Applied ${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'}`);
  signal.throwIfAborted();
  const app = await listen();
  onStarted(app.close);
  onProgress(channelsLine(env, external));
  return addressFor(env.HOST, new URL(app.url).port);

  async function servePages(): Promise<string> {
    const { PLAY_URL: playUrl, SESSION_SECRET: secret, PUBLIC_URL: publicUrl, SOURCE_URL: sourceUrl, HOST: host } = env;
    if (playUrl === undefined || secret === undefined) throw new StartError('Set PLAY_URL and SESSION_SECRET.');
    const options = { port: env.PORT, host, secret, playUrl, trustProxy: env.TRUST_PROXY, log, publicUrl, sourceUrl };
    await checkPort(listeners[0]);
    const server = await startPagesServer(options).catch((error: unknown) => {
      throw listenFault(error, listeners);
    });
    onStarted(server.close);
    return addressFor(host, new URL(server.url).port);
  }

  async function builtIn(): Promise<string> {
    const { lockFolderWhenFree, startPostgres } = await import('@terrace/embedded-postgres');
    await makeFolder(env.DATA_DIR);
    onStarted((await lockFolderWhenFree(env.DATA_DIR)).release);
    signal.throwIfAborted();
    onProgress(`Starting Postgres in ${relative(process.cwd(), env.DATA_DIR) || '.'}/postgres`);
    const postgres = await startPostgres({ folder: env.DATA_DIR, log, onProgress });
    onStarted(postgres.stop);
    process.once('exit', postgres.kill); // so that a crash or a second Ctrl-C leaves no Postgres behind
    return ensureDatabase(postgres.url, 'terrace');
  }

  async function listen(): Promise<RunningApp> {
    if (!env.SESSION_SECRET) await makeFolder(env.DATA_DIR);
    try {
      return await startApp({
        databaseUrl,
        port: env.PORT,
        host: env.HOST,
        secret: env.SESSION_SECRET ?? (await loadSecret(env.DATA_DIR)),
        web: env.PARTS.has('pages'),
        exhibition: env.EXHIBITION,
        webhooks: env.WEBHOOKS,
        pushHosts: env.PUSH_HOSTS,
        searchNiceness: env.SEARCH_NICENESS,
        trustProxy: env.TRUST_PROXY,
        ...(env.REDIS_URL && { redisUrl: env.REDIS_URL }),
        onReplaced,
        handOverMs: env.REDIS_URL === undefined ? 0 : HAND_OVER_MS,
        ...(external && { external }),
        ...(env.SOURCE_URL && { sourceUrl: env.SOURCE_URL }),
        ...(env.PUBLIC_URL && { publicUrl: env.PUBLIC_URL }),
        log,
      });
    } catch (error) {
      throw listenFault(error, listeners);
    }
  }
}

/** The address of pages, API and sockets, and that of replies by mail if it is set. */
const listenersOf = (env: Env): readonly [Listener, ...Listener[]] => [
  { host: env.HOST, port: env.PORT, prefix: '' },
  ...(env.MAIL_IN_PORT === undefined
    ? []
    : [{ host: env.MAIL_IN_HOST, port: env.MAIL_IN_PORT, prefix: 'MAIL_IN_' as const }]),
];

function addressFor(host: string, port: string): string {
  const everywhere = ['localhost', '127.0.0.1', '::1', '0.0.0.0', '::'].includes(host);
  return `http://${everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}
