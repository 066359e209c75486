import { openTcpProxy, type TcpProxy } from '@terrace/testing/tcp-proxy';
import { afterAll, beforeAll, inject } from 'vitest';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import type { TrustProxy } from '../admission/client-address.ts';
import { type AppOptions, type RunningApp, startApp } from '../compose.ts';
import { realScheduler } from '../runtime/scheduler.ts';
import { createLog } from '../start/log.ts';
import { useFaults } from './faults.ts';
import { cheapPasswords } from './passwords.ts';
import { createVirtualTime } from './time.ts';

export const SECRET = 'a secret for tests only';

/** As behind a proxy on this machine, so that a test can be anybody by X-Forwarded-For. */
const trustLoopback: TrustProxy = (address) => ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(address);

/** The real server on a free port of loopback, without the pages. Errors go to stdout, where a failing test shows them. */
export const startTestApp = (databaseUrl: string, more: Partial<AppOptions> = {}): Promise<RunningApp> =>
  startApp({
    databaseUrl,
    port: 0,
    host: '127.0.0.1',
    secret: SECRET,
    web: false,
    passwords: cheapPasswords(),
    trustProxy: trustLoopback,
    searchNiceness: 0, // beside busy processes, a search of low priority takes minutes
    log: createLog('error'),
    scheduler: realScheduler(Date.now),
    ...more,
  });

/**
 * The app of a test file on its own database, for all tests of the file. Its clock runs at normal speed, and `time.advance` moves it on;
 * with another `speed` it runs faster, or stands still between calls.
 */
export function useTestApp({ speed = 1, ...more }: Partial<AppOptions> & { readonly speed?: number } = {}) {
  const time = createVirtualTime({ speed });
  const faults = useFaults();
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let app: RunningApp;
  beforeAll(async () => {
    database = await freshDatabase();
    app = await startTestApp(database.url, { scheduler: time.scheduler, log: faults.log, ...more });
  });
  afterAll(async () => {
    await app.close();
    time.stop();
    await database.drop();
  });
  return {
    time,
    faults,
    get url(): string {
      return app.url;
    },
    get databaseUrl(): string {
      return database.url;
    },
  };
}

/** Two connected servers with one database and one clock of their own, for all tests of a file. */
export const useTwoNodes = (more: Partial<AppOptions> = {}) => twoNodes(async () => more);

/** The same behind a proxy, with which a test can cut off Redis, on a machine clock that a test can advance. */
export function useTwoNodesBehindProxy() {
  const machine = createVirtualTime({ speed: 1 });
  let redis: TcpProxy;
  afterAll(() => {
    redis?.close();
    machine.stop();
  }); // the last to end
  const nodes = twoNodes(async () => {
    redis = await openTcpProxy(inject('redisUrl'));
    return { redisUrl: redis.url, machine: machine.scheduler };
  });
  return Object.assign(nodes, { redis: () => redis, machine });
}

function twoNodes(prepare: () => Promise<Partial<AppOptions>>) {
  const faults = useFaults();
  const time = createVirtualTime({ speed: 1 });
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let nodes: readonly [RunningApp, RunningApp];
  beforeAll(async () => {
    let more: Partial<AppOptions>;
    [database, more] = await Promise.all([freshDatabase(), prepare()]);
    const start = () => startNode(database.url, { scheduler: time.scheduler, log: faults.log, ...more });
    nodes = await Promise.all([start(), start()]);
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    time.stop();
    await database.drop();
  });
  return {
    time,
    faults,
    get databaseUrl(): string {
      return database.url;
    },
    /** The address of one. */
    get here(): string {
      return nodes[0].url;
    },
    /** The address of the other. */
    get there(): string {
      return nodes[1].url;
    },
  };
}

/** One of several servers on a database, which hear each other by the Redis of the run. */
export const startNode = (databaseUrl: string, more: Partial<AppOptions> = {}): Promise<RunningApp> =>
  startTestApp(databaseUrl, { redisUrl: inject('redisUrl'), ...more });

/** The same, whose connections to Postgres go through a proxy. Of what that does to it, it logs nothing. */
export function useAppBehindProxy(more: Partial<AppOptions> = {}) {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let proxy: TcpProxy;
  let app: Awaited<ReturnType<typeof startTestApp>>;
  beforeAll(async () => {
    database = await freshDatabase();
    proxy = await openTcpProxy(database.url);
    app = await startTestApp(proxy.url, { log: createLog('silent'), ...more });
  });
  afterAll(async () => {
    await app?.close();
    proxy?.close();
    await database?.drop();
  });
  return {
    get url(): string {
      return app.url;
    },
    get databaseUrl(): string {
      return database.url;
    },
    get proxy(): TcpProxy {
      return proxy;
    },
  };
}
