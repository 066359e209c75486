import { openTcpProxy } from '@terrace/testing/tcp-proxy';
import { inject } from 'vitest';
import type { AppOptions } from '../compose.ts';
import { createLog } from '../start/log.ts';
import { openDatabase } from '../store/client.ts';
import { startNode } from './app.ts';

/** A node that a test can cut off. To other nodes it then looks like a killed process. */
export async function startNodeToCutOff(databaseUrl: string, more: Partial<AppOptions> = {}) {
  const [postgres, redis] = [await openTcpProxy(databaseUrl), await openTcpProxy(inject('redisUrl'))];
  const node = await startNode(postgres.url, { redisUrl: redis.url, log: createLog('silent'), ...more });
  return {
    url: node.url,

    /** Cuts the node off, and deletes its last heartbeat, whose age Postgres measures with its own clock. */
    async cutOff(): Promise<void> {
      for (const proxy of [postgres, redis]) proxy.disconnect();
      const { prisma, close } = openDatabase(databaseUrl, () => undefined);
      await prisma.heartbeat.deleteMany();
      await close();
    },

    async close(): Promise<void> {
      for (const proxy of [postgres, redis]) proxy.reconnect();
      await node.close();
      for (const proxy of [postgres, redis]) proxy.close();
    },
  };
}
