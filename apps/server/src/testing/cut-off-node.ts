import { openTcpProxy } from '@terrace/testing/tcp-proxy';
import { inject } from 'vitest';
import type { AppOptions } from '../compose.ts';
import { createLog } from '../start/log.ts';
import { openDatabase } from '../store/client.ts';
import { startNode } from './app.ts';

/** One of several servers on a database, which a test can cut off. To the others it then looks like a killed process. */
export async function startNodeToCutOff(databaseUrl: string, more: Partial<AppOptions> = {}) {
  const [postgres, redis] = [await openTcpProxy(databaseUrl), await openTcpProxy(inject('redisUrl'))];
  const node = await startNode(postgres.url, { redisUrl: redis.url, log: createLog('silent'), ...more });
  return {
    url: node.url,

    /** Cuts it off, and deletes its last heartbeat, whose age Postgres would measure with its own clock. */
    async cutOff(): Promise<void> {
      for (const proxy of [postgres, redis]) proxy.disconnect();
      const { prisma, close } = openDatabase(databaseUrl, () => undefined);
      await prisma.heartbeat.deleteMany();
      await close();
    },

    /** Reconnects it so that it can stop, and stops it. */
    async close(): Promise<void> {
      for (const proxy of [postgres, redis]) proxy.reconnect();
      await node.close();
      for (const proxy of [postgres, redis]) proxy.close();
    },
  };
}
