import { openTcpProxy, type TcpProxy } from '@terrace/testing/tcp-proxy';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import type { TrustProxy } from '../admission/client-address.ts';
import { type AppOptions, type RunningApp, startApp } from '../compose.ts';
import { jobsSettingsOf } from '../jobs/settings.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import type { Channels } from '../notifications/delivery.ts';
import { realScheduler } from '../runtime/scheduler.ts';
import { createLog } from '../start/log.ts';
import { openDatabase } from '../store/client.ts';
import { useFaults } from './faults.ts';
import { cheapPasswords } from './passwords.ts';
import { createVirtualTime } from './time.ts';

export const SECRET = 'a secret for tests only';

/** Trusts a proxy on this machine, so that a test can choose its address with X-Forwarded-For. */
const trustLoopback: TrustProxy = (address) => ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(address);

/** Settings of the server, and channels that replace those of its background work. */
export type TestServer = Partial<AppOptions> & { readonly channels?: Channels };

/**
 * The server on a free loopback port, without the pages. Its background work is in this process, so that tests choose
 * its time. It logs errors to stdout, which a failing test shows.
 */
export function startTestApp(databaseUrl: string, { channels, ...more }: TestServer = {}): Promise<RunningApp> {
  const scheduler = more.scheduler ?? realScheduler(Date.now);
  const options = {
    databaseUrl,
    port: 0,
    host: '127.0.0.1',
    secret: SECRET,
    web: false,
    passwords: cheapPasswords(),
    trustProxy: trustLoopback,
    searchNiceness: 0, // on a busy machine, a low-priority search takes minutes
    log: createLog('error'),
    ...more,
    scheduler,
  };
  return startApp({
    startJobs: (play) =>
      startJobs(play, {
        settings: jobsSettingsOf(options),
        log: options.log,
        scheduler,
        ...(channels && { channels }),
      }),
    ...options,
  });
}

export function useDatabase() {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  beforeAll(async () => {
    database = await freshDatabase();
    return () => database.drop();
  });
  return useConnection(() => database.url);
}

/** Opened on first use. */
export function useConnection(url: () => string) {
  let opened: ReturnType<typeof openDatabase> | undefined;
  const connection = () => {
    opened ??= openDatabase(url(), (error) => expect.unreachable(String(error)), 'command');
    return opened;
  };
  afterAll(() => opened?.close());
  return {
    get url(): string {
      return url();
    },
    get connection() {
      return connection();
    },
    get prisma() {
      return connection().prisma;
    },
  };
}

type TestAppOptions = TestServer & {
  readonly speed?: number;
  /** @returns further options */
  readonly prepare?: (databaseUrl: string) => Promise<TestServer>;
};

/** The clock runs in real time, and `time.advance` moves it forward. With `speed` 0 it stops between calls. */
export function useTestApp({ speed = 1, prepare, ...more }: TestAppOptions = {}) {
  const time = createVirtualTime({ speed });
  const faults = useFaults();
  const database = useDatabase();
  let app: RunningApp;
  beforeAll(async () => {
    const prepared = await prepare?.(database.url);
    app = await startTestApp(database.url, { scheduler: time.scheduler, log: faults.log, ...more, ...prepared });
    return async () => {
      await app.close();
      time.stop();
    };
  });
  return {
    time,
    faults,
    database,
    get url(): string {
      return app.url;
    },
    get databaseUrl(): string {
      return database.url;
    },
  };
}

export const useTwoNodes = (more: TestServer = {}) => twoNodes(async () => [more, more]);

/**
 * Two nodes whose test can cut off Redis and advance the machine clock.
 * @param prepare returns further options for both nodes, and for the first
 */
export function useTwoNodesBehindProxy(
  more: TestServer = {},
  prepare?: () => Promise<readonly [both: TestServer, first: TestServer]>,
) {
  const machine = createVirtualTime({ speed: 1 });
  let redis: TcpProxy;
  afterAll(() => {
    redis?.close();
    machine.stop();
  }); // runs after the apps have closed
  const nodes = twoNodes(async () => {
    redis = await openTcpProxy(inject('redisUrl'));
    const [both, first] = (await prepare?.()) ?? [{}, {}];
    const all = { redisUrl: redis.url, machine: machine.scheduler, ...more, ...both };
    return [{ ...all, ...first }, all];
  });
  return Object.assign(nodes, { redis: () => redis, machine });
}

function twoNodes(prepare: () => Promise<readonly [TestServer, TestServer]>) {
  const faults = useFaults();
  const time = createVirtualTime({ speed: 1 });
  const database = useDatabase();
  let nodes: readonly [RunningApp, RunningApp];
  beforeAll(async () => {
    const [first, second] = await prepare();
    const start = (more: TestServer) =>
      startNode(database.url, { scheduler: time.scheduler, log: faults.log, ...more });
    nodes = await Promise.all([start(first), start(second)]);
    return async () => {
      await Promise.all(nodes.map((node) => node.close()));
      time.stop();
    };
  });
  return {
    time,
    faults,
    database,
    get databaseUrl(): string {
      return database.url;
    },
    get here(): string {
      return nodes[0].url;
    },
    get there(): string {
      return nodes[1].url;
    },
  };
}

/** Another server does the background work, or none. */
export const withoutJobs: NonNullable<AppOptions['startJobs']> = async () => ({
  wake: () => undefined,
  close: async () => undefined,
});

export const startNode = (databaseUrl: string, more: TestServer = {}): Promise<RunningApp> =>
  startTestApp(databaseUrl, { redisUrl: inject('redisUrl'), ...more });

/** Its log is silent, since tests break the connection to Postgres. */
export function useAppBehindProxy(more: TestServer = {}) {
  let proxy: TcpProxy;
  beforeAll(() => () => proxy.close()); // after the app has closed
  const app = useTestApp({
    log: createLog('silent'),
    ...more,
    async prepare(databaseUrl) {
      proxy = await openTcpProxy(databaseUrl);
      return { databaseUrl: proxy.url };
    },
  });
  return {
    time: app.time,
    database: app.database,
    get url(): string {
      return app.url;
    },
    get databaseUrl(): string {
      return app.databaseUrl;
    },
    get proxy(): TcpProxy {
      return proxy;
    },
  };
}
