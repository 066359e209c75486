import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findOrThrow, redis } from '../../../../tools/required/programs.ts';
import { freePort } from './free-port.ts';

declare module 'vitest' {
  interface ProvidedContext {
    redisUrl: string;
  }
}

export type RedisServer = {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
};

/** Starts a Redis without persistence on a loopback port. @throws Error if neither Redis nor Valkey is installed */
export async function startRedis(port?: number): Promise<RedisServer> {
  for (;;) {
    const server = await startAt(port ?? (await freePort()), []);
    if (server !== undefined) return server;
    if (port !== undefined) throw new Error(`port ${port} is taken`);
  }
}

const SLOTS = 16_384;

export type RedisCluster = {
  /** Of each shard. */
  readonly urls: readonly string[];
  /** Ends the connections of this shard. */
  dropConnections(shard: number): Promise<void>;
  /** Moves the slot of a channel to the other shard. */
  moveSlotOf(channel: string): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a Redis Cluster with two shards, each with half of the slots. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'terrace-redis-'));
  async function startShard(): Promise<RedisServer & { readonly busPort: number }> {
    for (;;) {
      const [port, busPort] = [await freePort(), await freePort()];
      const file = join(folder, `${port}.conf`);
      const cluster = ['--cluster-enabled', 'yes', '--cluster-port', `${busPort}`, '--cluster-config-file', file];
      const server = await startAt(port, cluster);
      if (server !== undefined) return { ...server, busPort };
    }
  }
  const shards = [await startShard(), await startShard()];
  const clients = shards.map(({ url }) => new Redis(url));
  const [first, second] = clients;
  await first?.cluster('ADDSLOTSRANGE', 0, SLOTS / 2 - 1);
  await second?.cluster('ADDSLOTSRANGE', SLOTS / 2, SLOTS - 1);
  for (const { url, busPort } of shards.slice(1))
    await first?.call('CLUSTER', 'MEET', '127.0.0.1', new URL(url).port, busPort);
  for (const client of clients) {
    while (!String(await client.cluster('INFO')).includes('cluster_state:ok')) await delay(20);
  }
  return {
    urls: shards.map(({ url }) => url),
    async dropConnections(shard) {
      await clients[shard]?.call('CLIENT', 'KILL', 'SKIPME', 'yes');
    },
    async moveSlotOf(channel) {
      const slot = Number(await first?.cluster('KEYSLOT', channel));
      const [from, to] = slot < SLOTS / 2 ? [first, second] : [second, first];
      const id = String(await to?.call('CLUSTER', 'MYID'));
      await to?.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', String(await from?.call('CLUSTER', 'MYID')));
      await from?.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', id);
      for (const client of [to, from]) await client?.call('CLUSTER', 'SETSLOT', slot, 'NODE', id);
    },
    async stop() {
      for (const client of clients) client.disconnect();
      for (const shard of shards) await shard.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Starts Redis on this port; undefined if another process has taken it, such as a concurrent test. */
async function startAt(at: number, more: readonly string[]): Promise<RedisServer | undefined> {
  const child = spawn(
    findOrThrow(redis),
    ['--port', String(at), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...more],
    {
      stdio: 'ignore',
    },
  );
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit');
  const failed = once(child, 'error').then(([error]: unknown[]) => {
    throw error;
  });
  failed.catch(() => undefined); // handled below during the start
  const probe = new Redis(at, '127.0.0.1', { retryStrategy: () => 20, maxRetriesPerRequest: null });
  probe.on('error', () => undefined);
  const answers = probe.info('server').then((info) => info.includes(`process_id:${child.pid}\r\n`));
  answers.catch(() => undefined);
  async function stop(): Promise<void> {
    child.kill('SIGTERM');
    await ended;
    process.off('exit', kill);
  }
  try {
    if (!(await Promise.race([answers, ended.then(() => false), failed]))) {
      await stop();
      return undefined;
    }
  } finally {
    probe.disconnect();
  }
  return { url: `redis://127.0.0.1:${at}`, pid: child.pid ?? 0, stop };
}
