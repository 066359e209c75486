import { createLog } from '../../apps/server/src/start/log.ts';
import { ensureDatabase } from '../../apps/server/src/store/databases.ts';
import { migrate } from '../../apps/server/src/store/migrate.ts';
import { startRedis } from '../../apps/server/src/testing/redis.ts';
import manifest from '../../package.json' with { type: 'json' };
import { startPostgres } from '../../packages/embedded-postgres/src/index.ts';
import { openBalancer } from './balancer.ts';
import { type ClusterNode, startNode } from './node.ts';

const HEAP = manifest.scripts.start.split(' tools/')[0]?.match(/--\S+/g) ?? [];

const SECRET = 'a secret of a cluster on this machine';

export type ClusterOptions = {
  /** An existing Postgres, or the folder of one to start. */
  readonly database: { readonly url: string } | { readonly folder: string; readonly durable?: boolean };
  readonly nodes?: number;
  readonly pages?: boolean;
  /** Additional or overriding settings of a server, such as proxies in front of Postgres and Redis. */
  readonly env?: (node: number, world: { databaseUrl: string; redisUrl: string }) => NodeJS.ProcessEnv;
  readonly port?: number;
  readonly show?: boolean;
  readonly onProgress?: (step: string) => void;
};

/**
 * Starts several server processes on one Postgres and one Redis, with a balancer in front of them, all on loopback. If
 * it throws, nothing keeps running.
 */
export async function startCluster(options: ClusterOptions) {
  const {
    database,
    nodes: count = 2,
    pages = false,
    env,
    port = 0,
    show = false,
    onProgress = () => undefined,
  } = options;
  const running: (() => Promise<void>)[] = [];

  async function close(): Promise<void> {
    for (let stop = running.pop(); stop; stop = running.pop()) await stop();
  }

  async function openDatabase(): Promise<string> {
    if ('url' in database) return database.url;
    onProgress('Starting Postgres');
    const postgres = await startPostgres({ ...database, log: createLog('warn'), onProgress });
    running.push(postgres.stop);
    process.once('exit', postgres.kill);
    return ensureDatabase(postgres.url, 'terrace');
  }

  async function openRedis() {
    let redis = await startRedis();
    const at = Number(new URL(redis.url).port);
    const stop = () => redis.stop();
    running.push(stop);
    return {
      url: redis.url,
      get pid(): number {
        return redis.pid;
      },
      stop,
      async start(): Promise<void> {
        redis = await startRedis(at);
      },
    };
  }

  async function startNodes(settings: readonly NodeJS.ProcessEnv[]): Promise<ClusterNode[]> {
    const started: ClusterNode[] = [];
    running.push(async () => void (await Promise.all(started.map((node) => node.stop()))));
    const starting = settings.map(async (each) => {
      const node = await startNode(each, { flags: HEAP, detached: true, show });
      started.push(node);
      return node;
    });
    await Promise.allSettled(starting); // waits, so that started servers are stopped if another one fails
    return Promise.all(starting);
  }

  try {
    const databaseUrl = await openDatabase();
    const redis = await openRedis();
    await migrate(databaseUrl);
    onProgress(`Starting ${count} servers`);
    const settings = (node: number): NodeJS.ProcessEnv => ({
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      SESSION_SECRET: SECRET,
      TRUST_PROXY: 'loopback',
      PARTS: pages ? 'play,pages,jobs' : 'play,jobs',
      EXHIBITION: 'false',
      ...env?.(node, { databaseUrl, redisUrl: redis.url }),
    });
    const nodes = await startNodes(Array.from({ length: count }, (_, node) => settings(node)));
    const balancer = await openBalancer({ servers: nodes.map(({ url }) => url), port });
    running.push(balancer.close);

    return {
      url: balancer.url,
      databaseUrl,
      redis,
      nodes,
      /** Restarts one server after another, each when the previous one is ready for traffic. */
      async restart(onProgress: (step: string) => void = () => undefined): Promise<void> {
        for (const [i, node] of nodes.entries()) {
          const startedAt = performance.now();
          await node.restart();
          const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
          onProgress(`Restarted server ${i + 1} of ${nodes.length} in ${seconds} s`);
        }
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
