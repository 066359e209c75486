import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createLog } from '../apps/server/src/start/log.ts';
import { ensureDatabase } from '../apps/server/src/store/databases.ts';
import { startRedis } from '../apps/server/src/testing/redis.ts';
import { startPostgres } from '../packages/embedded-postgres/src/index.ts';
import { temporaryFolder } from '../tools/testing/folder.ts';
import { type Node, startNode } from './node.ts';
import { openChaosProxy } from './proxy.ts';
import type { Random } from './random.ts';

export const SECRET = 'a secret of the server under chaos';

export type Product = Awaited<ReturnType<typeof startProduct>>;

/**
 * One or more nodes, each in its own process, and Postgres (fsync on), with a proxy in front of each. Several nodes share
 * a Redis, and the clocks of all but the first are ahead.
 */
export async function startProduct(nodeCount: number) {
  const folder = await temporaryFolder();
  const log = createLog('silent'); // errors of Postgres are expected here
  const postgres = await startPostgres({ folder: folder.path, log, onProgress: () => undefined });
  const databaseUrl = await ensureDatabase(postgres.url, 'terrace');
  const clients = await openChaosProxy('websocket');
  let redis = nodeCount === 1 ? undefined : await startRedis();
  const redisUrl = redis?.url;
  const nodes: Node[] = [];
  for (let i = 0; i < nodeCount; i += 1) {
    const node = await startNode({
      databaseUrl,
      redisUrl,
      isAhead: i > 0,
      onAddress: (address) => clients.aim(address, i),
      settings: {
        SESSION_SECRET: SECRET,
        EXHIBITION: 'false',
        LOG_LEVEL: process.env.LOG_LEVEL ?? 'error', // names the children that ended
        TRUST_PROXY: 'loopback', // each client has its own address, because limits count by address
      },
    });
    nodes.push(node);
  }
  const postmaster = (): number =>
    Number(readFileSync(join(folder.path, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

  return {
    databaseUrl,
    clients,
    nodes,
    /** The stable address of the proxy in front of the servers. */
    url: clients.urlOf(nodes[0]?.url ?? ''),
    anyNode(random: Random): Node {
      const node = nodes.length === 1 ? nodes[0] : random.pick(nodes);
      if (node === undefined) throw new Error('there is a node');
      return node;
    },
    postmaster,
    backends(): number[] {
      const pid = postmaster();
      return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
    },
    stopRedis: async (): Promise<void> => redis?.stop(),
    async startRedis(): Promise<void> {
      if (redisUrl !== undefined) redis = await startRedis(Number(new URL(redisUrl).port));
    },
    async emptyRedis(): Promise<void> {
      if (redisUrl === undefined) return;
      const socket = connect(Number(new URL(redisUrl).port), '127.0.0.1');
      socket.write('FLUSHALL\r\n');
      await once(socket, 'data');
      socket.destroy();
    },
    isWell: async (): Promise<void> => void (await Promise.all(nodes.map((node) => node.isWell()))),
    async stop(): Promise<void> {
      clients.close();
      await Promise.all(nodes.map((node) => node.stop()));
      await redis?.stop();
      await postgres.stop();
      await folder.remove();
    },
  };
}
