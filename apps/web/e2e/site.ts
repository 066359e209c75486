import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

const MAIN = new URL('../../server/src/main.ts', import.meta.url).pathname;

/** The server as it is run, in a process of its own that can be killed like one. */
export type Site = {
  readonly url: string;
  readonly databaseUrl: string;
  /** SIGKILL: no goodbye, nothing flushed. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same port and database; resolves when it listens. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** `exhibition`: computers play where nobody else does; `host`: the one address to listen on. */
export type SiteOptions = { readonly exhibition?: boolean; readonly host?: string };

export async function startSite(databaseUrl: string, options: SiteOptions = {}): Promise<Site> {
  const port = await freePort();
  let server = await launch(databaseUrl, port, options);
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  };
  return {
    url: `http://${options.host ?? 'localhost'}:${port}`,
    databaseUrl,
    kill: () => end('SIGKILL'),
    restart: async () => {
      server = await launch(databaseUrl, port, options);
    },
    stop: () => end('SIGTERM'),
  };
}

/** Resolves once the server says where it is. */
async function launch(
  databaseUrl: string,
  port: number,
  { exhibition = false, host = 'localhost' }: SiteOptions,
): Promise<ChildProcess> {
  const server = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      HOST: host,
      SESSION_SECRET: 'a secret for browser tests and nothing else',
      LOG_LEVEL: 'error',
      EXHIBITION: String(exhibition),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  for await (const line of createInterface({ input: server.stdout })) {
    said.push(line);
    if (line.includes(`:${port}`)) {
      server.stdout.on('data', (chunk: Buffer) => process.stdout.write(chunk));
      server.stdout.resume();
      return server;
    }
  }
  throw new Error(`the server did not start: ${said.join('\n')}`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
