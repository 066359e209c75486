import { setTimeout as delay } from 'node:timers/promises';
import { type ServerProcess, serverProcess } from '../tools/testing/server.ts';
import { openChaosProxy } from './proxy.ts';

const MAX_RECOVERY_MS = 60_000;

const CLOCK_AHEAD = new URL('clock-ahead.ts', import.meta.url).href;

/** A child that chaos has killed exits with SIGKILL, and one that it has frozen does not answer pings. */
const BY_CHAOS = /^it exited with SIGKILL|^it did not answer/;

/** The children that ended by themselves, according to the server's log. */
const endedChildren = (log: string): readonly string[] =>
  [...log.matchAll(/"process":"(\w+)","reason":"([^"]+)"/g)]
    .filter(([, , reason = '']) => !BY_CHAOS.test(reason))
    .map(([, name, reason]) => `the process ${name} ended: ${reason}`);

export type Node = Awaited<ReturnType<typeof startNode>>;

type Options = {
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly settings: NodeJS.ProcessEnv;
  readonly isAhead: boolean;
  readonly onAddress: (url: string) => void;
};

/** A server in its own process, with a proxy in front of its database and its Redis. */
export async function startNode({ databaseUrl, redisUrl, settings, isAhead, onAddress }: Options) {
  const database = await openChaosProxy('other');
  database.aim(databaseUrl);
  const redis = redisUrl === undefined ? undefined : await openChaosProxy('other');
  if (redisUrl !== undefined) redis?.aim(redisUrl);
  const env = {
    DATABASE_URL: database.urlOf(databaseUrl),
    PARTS: 'play,jobs',
    ...(redisUrl && { REDIS_URL: redis?.urlOf(redisUrl) }),
    ...(isAhead && { NODE_OPTIONS: `--import ${CLOCK_AHEAD}` }),
    ...settings,
  };
  const endings: string[] = [];
  let mayEnd = false;
  let server = start();
  let url = '';
  let livingSince: number | undefined;

  function start(): ServerProcess {
    const started = serverProcess(env);
    void started.ended.then((how) => {
      endings.push(...endedChildren(started.output()));
      if (!mayEnd && livingSince !== undefined)
        endings.push(`a server ended with ${how}:\n${started.output().slice(-2_000)}`);
    });
    return started;
  }

  async function serves(): Promise<boolean> {
    const address = await server.address().catch(() => undefined); // the process exits if Postgres is still down
    if (address === undefined) return false;
    url = address;
    livingSince = performance.now();
    onAddress(url);
    return true;
  }
  if (!(await serves())) throw new Error(`a node did not start:\n${server.output()}`);

  return {
    database,
    redis,
    /** How this server and its children ended by themselves, the server with the last lines of its output. */
    endings,
    get pid(): number {
      return server.pid;
    },
    /** The server's own address, without the clients' proxy. */
    get url(): string {
      return url;
    },
    /** When the process became ready; undefined while it is down or stopped. */
    get livingSince(): number | undefined {
      return livingSince;
    },
    get ended(): Promise<unknown> {
      return server.ended;
    },
    signal(name: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): void {
      livingSince = name === 'SIGCONT' ? performance.now() : undefined;
      mayEnd ||= name === 'SIGKILL' || name === 'SIGTERM';
      server.kill(name);
    },
    async restart(): Promise<void> {
      do {
        await server.ended;
        mayEnd = false;
        server = start();
      } while (!(await serves()));
    },
    /** Resolves when the server reports, through its proxies, that it can save. */
    async isWell(): Promise<void> {
      for (const until = performance.now() + MAX_RECOVERY_MS; ; await delay(100)) {
        const reply = await fetch(new URL('/ready', url), { signal: AbortSignal.timeout(2_000) }).catch(
          () => undefined,
        );
        if (reply?.status === 200) return;
        if (performance.now() > until) {
          throw new Error(`a node did not recover: ${reply?.status ?? 'no answer'}\n${server.output()}`);
        }
      }
    },
    async stop(): Promise<void> {
      mayEnd = true;
      server.kill('SIGTERM');
      await server.ended;
      database.close();
      redis?.close();
    },
  };
}
