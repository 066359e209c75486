import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
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

/** Starts a Redis without persistence on a loopback port. @throws Error if Redis is not installed */
export async function startRedis(port?: number): Promise<RedisServer> {
  for (;;) {
    const server = await startAt(port ?? (await freePort()));
    if (server !== undefined) return server;
    if (port !== undefined) throw new Error(`port ${port} is taken`);
  }
}

/** Starts Redis on this port; undefined if another process has taken it, such as a concurrent test. */
async function startAt(at: number): Promise<RedisServer | undefined> {
  const child = spawn(
    'redis-server',
    ['--port', String(at), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    {
      stdio: 'ignore',
    },
  );
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit');
  const failed = once(child, 'error').then(() => {
    throw new Error('redis-server is not installed: install it, for example with apt-get install redis-server.');
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
