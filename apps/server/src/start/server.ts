import { relative } from 'node:path';
import type { Logger } from 'pino';
import { startWithoutPlay } from '../compose/without-play.ts';
import { type RunningApp, startApp } from '../compose.ts';
import { isDatabaseFault } from '../game-service/games.ports.ts';
import { type JobsSettings, jobsSettingsOf } from '../jobs/settings.ts';
import { superviseJobs } from '../jobs/supervise-jobs.ts';
import { errorMessage, isStartError, ServiceUnreachable, StartError } from '../runtime/errors.ts';
import { STOP_MS } from '../runtime/stop-times.ts';
import { checkDatabase, ensureDatabase } from '../store/databases.ts';
import { migrate } from '../store/migrate.ts';
import { runQuery } from '../store/run-query.ts';
import { makeFolder } from './data-folder.ts';
import type { Env } from './env.ts';
import { readExternalServices } from './external-services.ts';
import { channelsLine } from './notification-channels.ts';
import { addressOf, checkPort, type Listener, listenFault } from './port.ts';
import { loadSecret } from './secret.ts';

type Options = {
  env: Env;
  log: Logger;
  onProgress: (step: string) => void;
  /** Called with the stop function of each started part, in order. */
  onStarted: (stop: () => Promise<void> | void) => void;
  onReplaced: () => void;
  signal: AbortSignal;
  /** How long to wait for the port and the database of a server that may be stopping. The defaults are some seconds. */
  patienceMs?: number;
};

/** Starts the complete server, cheap checks first. @returns its address */
export async function startServer(options: Options): Promise<string> {
  const { env, log, onProgress, onStarted, onReplaced, signal, patienceMs } = options;
  const external = readExternalServices(env);
  const listeners = listenersOf(env);
  for (const listener of listeners) await checkPort(listener, patienceMs);
  if (!env.PARTS.has('play')) return serveWithoutPlay();
  const onLocked = () => onProgress('Waiting to migrate: another session, such as a backup, locks a table');
  const onWaiting = (sessions: string) =>
    onProgress(`Waiting to build an index until these transactions end; games continue: ${sessions}`);
  const databaseUrl = env.DATABASE_URL ?? (await builtIn());
  signal.throwIfAborted();
  if (env.DATABASE_URL) await checkDatabase(databaseUrl);
  signal.throwIfAborted();
  const applied = await runQuery(() => migrate(databaseUrl, { onLocked, onWaiting })).catch((error: unknown) => {
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

  async function serveWithoutPlay(): Promise<string> {
    const { PLAY_URL: playUrl, SESSION_SECRET: secret, PUBLIC_URL: publicUrl, SOURCE_URL: sourceUrl, HOST: host } = env;
    if (playUrl === undefined || secret === undefined) throw new StartError('Set PLAY_URL and SESSION_SECRET.');
    const jobs = env.PARTS.has('jobs') && env.DATABASE_URL ? await settingsOfJobs(env.DATABASE_URL, secret) : undefined;
    const server = await startWithoutPlay({
      port: env.PORT,
      host: await addressOf(host),
      secret,
      playUrl,
      trustProxy: env.TRUST_PROXY,
      log,
      publicUrl,
      sourceUrl,
      hasPages: env.PARTS.has('pages'),
      jobs,
    }).catch((error: unknown) => {
      throw listenFault(error, listeners);
    });
    onStarted(server.close);
    if (jobs !== undefined) onProgress(channelsLine(env, external));
    return addressFor(host, new URL(server.url).port);
  }

  /** The tables must exist: play creates them. */
  async function settingsOfJobs(databaseUrl: string, secret: string): Promise<JobsSettings> {
    await checkDatabase(databaseUrl);
    signal.throwIfAborted();
    return jobsSettingsOf({ ...serverSettings(), databaseUrl, secret });
  }

  function serverSettings() {
    return {
      webhooks: env.WEBHOOKS,
      pushHosts: env.PUSH_HOSTS,
      searchNiceness: env.SEARCH_NICENESS,
      ...(external && { external }),
      ...(env.PUBLIC_URL && { publicUrl: env.PUBLIC_URL }),
    };
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
      const settings = {
        ...serverSettings(),
        databaseUrl,
        secret: env.SESSION_SECRET ?? (await loadSecret(env.DATA_DIR)),
      };
      return await startApp({
        ...settings,
        port: env.PORT,
        host: await addressOf(env.HOST),
        web: env.PARTS.has('pages'),
        ...(env.PARTS.has('jobs') && {
          startJobs: async (play, watch) => superviseJobs(play, { settings: jobsSettingsOf(settings), log, watch }),
        }),
        exhibition: env.EXHIBITION,
        patienceMs,
        trustProxy: env.TRUST_PROXY,
        ...(env.REDIS_URL && { redisUrl: env.REDIS_URL }),
        onReplaced,
        handOverMs: env.REDIS_URL === undefined ? 0 : STOP_MS.handOver,
        ...(env.SOURCE_URL && { sourceUrl: env.SOURCE_URL }),
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
  ...(env.MAIL_IN_PORT === undefined || !env.PARTS.has('jobs')
    ? []
    : [{ host: env.MAIL_IN_HOST, port: env.MAIL_IN_PORT, prefix: 'MAIL_IN_' as const }]),
];

function addressFor(host: string, port: string): string {
  const everywhere = ['localhost', '127.0.0.1', '::1', '0.0.0.0', '::'].includes(host);
  return `http://${everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}
