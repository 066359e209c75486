import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

const MAIN = new URL('../../server/src/main.ts', import.meta.url).pathname;

export const SECRET = 'a secret for browser tests and nothing else';

/** A server in its own process, which a test can kill. */
export type Site = {
  readonly url: string;
  readonly databaseUrl: string;
  /** Of the server. Differs after a restart. */
  readonly pid: number;
  output(): string;
  /** Sends SIGKILL. Resolves when the process has exited. */
  kill(): Promise<void>;
  /** Restarts the server on the same port and database. Resolves when it listens. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * `exhibition`: computers play each other while no person plays; `host`: the only address to listen on; `smtpUrl`: the
 * mail server; `parts`: all of them by default.
 */
export type SiteOptions = {
  readonly exhibition?: boolean;
  readonly host?: string;
  readonly smtpUrl?: string;
  readonly parts?: string;
};

export async function startSite(databaseUrl: string, options: SiteOptions = {}): Promise<Site> {
  const port = await freePort();
  const printed: string[] = [];
  let server = await launch(databaseUrl, port, options, printed);
  const stopServer = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  };
  return {
    url: `http://${options.host ?? 'localhost'}:${port}`,
    databaseUrl,
    get pid(): number {
      return server.pid ?? 0;
    },
    output: () => printed.join(''),
    kill: () => stopServer('SIGKILL'),
    restart: async () => {
      server = await launch(databaseUrl, port, options, printed);
    },
    stop: () => stopServer('SIGTERM'),
  };
}

/** Resolves once the server prints its address. Appends its output to `printed`. */
async function launch(
  databaseUrl: string,
  port: number,
  { exhibition = false, host = 'localhost', smtpUrl, parts = 'play,pages,jobs' }: SiteOptions,
  printed: string[],
): Promise<ChildProcess> {
  const server = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      HOST: host,
      SESSION_SECRET: SECRET,
      LOG_LEVEL: 'warn',
      PARTS: parts,
      EXHIBITION: String(exhibition),
      SEARCH_NICENESS: '0', // on a busy machine a low-priority search takes minutes
      TRUST_PROXY: '1',
      ...(smtpUrl !== undefined && {
        SMTP_URL: smtpUrl,
        MAIL_FROM: 'Terrace <terrace@terrace.example>',
        PUBLIC_URL: `http://${host}:${port}`,
      }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const from = printed.length;
  const listening = Promise.withResolvers<void>();
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed.push(text);
      if (printed.slice(from).join('').includes(`Terrace is at http://${host}:${port}`)) listening.resolve();
    });
  }
  server.once('exit', () => listening.reject(new Error(`the server did not start:\n${printed.slice(from).join('')}`)));
  await listening.promise;
  return server;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
