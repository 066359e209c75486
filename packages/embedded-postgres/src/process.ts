import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';
import type { Binaries } from './binaries.ts';
import type { SystemUser } from './system-user.ts';

export type PostgresProcess = {
  /** Settles when the process has exited, for any reason. */
  exited: Promise<void>;
  stop(): Promise<void>;
  /** Stops it immediately, before this process exits; the next start repairs the files. */
  kill(): void;
};

export type LaunchOptions = {
  binaries: Binaries;
  user: SystemUser | undefined;
  directory: string;
  port: number;
  /** false: data may be lost in a power failure; only for tests */
  durable: boolean;
  log: Logger;
};

/** Why Postgres exited before it accepted connections. */
export class LaunchFailed extends Error {
  override readonly name = 'LaunchFailed';
}

const STOP_TIMEOUT_MS = 10_000;

/** Reads a pipe that the system closes when this process ends, then stops Postgres. */
const STOP_WHEN_ALONE = 'read -r _; kill -INT "$1"';

/** Starts Postgres and resolves when it accepts connections. */
export async function launch({
  binaries,
  user,
  directory,
  port,
  durable,
  log,
}: LaunchOptions): Promise<PostgresProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '', // its lock file in the temp folder could become stale
    lc_messages: 'C', // this program parses the log lines
    log_destination: 'stderr',
    logging_collector: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
    log_line_prefix: '',
    // In tests, many servers share one Postgres.
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 400 }),
  };
  const child = spawn(
    binaries.postgres,
    ['-D', directory, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // Its own process group: Ctrl-C reaches only this process, so the database outlives the last request.
    { ...user, cwd: directory, detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  if (child.pid !== undefined) stopWithThisProcess(child.pid, exited);
  let errors = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => reject(new LaunchFailed(errors || `it ended with ${signal ?? code}`)));
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line.includes('database system is ready to accept connections')) resolve();
      if (/^(FATAL|PANIC|HINT):/.test(line)) errors += `${errors && ' '}${line.replace(/^\w+: */, '')}`;
      log.debug({ postgres: line }, 'postgres');
    });
  });
  return {
    exited,
    kill: () => void child.kill('SIGQUIT'),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGINT');
      const killTimer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(killTimer);
    },
  };
}

/** Stops Postgres even if this process is killed: a shell in its own process group waits for that. */
function stopWithThisProcess(postgres: number, exited: Promise<void>): void {
  if (process.platform === 'win32') return;
  const shell = spawn('sh', ['-c', STOP_WHEN_ALONE, 'sh', String(postgres)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => undefined); // the system has no shell
  shell.stdin.on('error', () => undefined); // the shell was killed
  shell.unref();
  exited.then(
    () => shell.kill('SIGKILL'),
    () => undefined,
  );
}
