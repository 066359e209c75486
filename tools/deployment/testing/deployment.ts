import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import tls from 'node:tls';
import { serveNames } from '../../../apps/server/src/discovery/dns.ts';
import { createLog } from '../../../apps/server/src/start/log.ts';
import { ensureDatabase } from '../../../apps/server/src/store/databases.ts';
import { freePort } from '../../../apps/server/src/testing/free-port.ts';
import { startRedis } from '../../../apps/server/src/testing/redis.ts';
import { startPostgres } from '../../../packages/embedded-postgres/src/index.ts';
import { root } from '../../run.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { startCaddy } from './caddy.ts';
import { startContainer } from './container.ts';
import { composeService } from './image.ts';
import { deployServers } from './servers.ts';
import { buildVersion } from './versions.ts';

export type Deployment = Awaited<ReturnType<typeof deploy>>;

type Options = {
  readonly servers: number;
  /** Whether Postgres has its usual limit of connections, and saves each commit to the disk. */
  readonly durable: boolean;
};

/**
 * Runs what docs/operate.md describes for containers, with processes in their place: the folder of deploy/build.sh, the
 * environment and commands of docker-compose.yml, and the Caddyfile. Needs Linux, which has many loopback addresses.
 */
export async function deploy({ servers: count, durable }: Options) {
  const stops: (() => unknown)[] = [];
  async function stop(): Promise<void> {
    for (let next = stops.pop(); next; next = stops.pop()) await next();
  }
  try {
    const temporary = await temporaryFolder();
    stops.push(temporary.remove);
    const folder = temporary.path;
    for (const name of ['data', 'backups', 'backup-time', 'caddy']) await mkdir(join(folder, name));
    const built = await buildVersion(join(folder, 'first'));
    const postgres = await startPostgres({
      folder: join(folder, 'data'),
      log: createLog('warn'),
      onProgress: () => undefined,
      durable,
    });
    stops.push(postgres.stop);
    const databaseUrl = await ensureDatabase(postgres.url, 'terrace');
    const redis = await startRedis();
    stops.push(redis.stop);

    const [port, serverPort, discoveryPort] = [await freePort(), await freePort(), await freePort()];
    const host = `localhost:${port}`;
    const settings = { SITE: host, SESSION_SECRET: 'the secret of a deployment that runs', EXHIBITION: 'false' };
    const servers = deployServers({
      folder: built,
      count,
      discoveryPort,
      environment: {
        ...composeService('server', { ...settings, LOG_LEVEL: 'warn' }).environment,
        DATABASE_URL: databaseUrl,
        REDIS_URL: redis.url,
        TRUST_PROXY: 'loopback',
        NODE_ENV: 'production',
        PORT: String(serverPort),
        NODE_COMPILE_CACHE: join(built, 'compiled'),
      },
    });
    stops.push(servers.stop);
    await servers.migrate();
    await servers.grow(count);

    const names = await serveNames({
      host: '127.0.0.1',
      port: 0,
      addressesOf: (name) => (name === 'server' ? Promise.resolve(servers.addresses()) : undefined),
    });
    stops.push(names.close);
    const discovery = startContainer({
      folder: built,
      command: [
        ...composeService('discovery').command,
        ...['--port', String(discoveryPort), '--resolver', `127.0.0.1:${names.port}`],
      ],
      env: { HOST: '127.0.0.1', PORT: String(serverPort) },
    });
    stops.push(() => discovery.end('SIGTERM'));
    const caddy = await startCaddy({
      caddyfile: join(root, 'deploy/Caddyfile'),
      folder: join(folder, 'caddy'),
      port,
      serverPort,
      discoveryPort,
    });
    stops.push(caddy.stop);
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), caddy.certificate]);
    const areReady = async () => Promise.all((await servers.list()).map(servers.canReplace));
    while (!(await areReady()).every(Boolean)) await delay(100);
    return { site: `https://${host}`, folder, built, databaseUrl, servers, caddy, discovery, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
