import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** The system's Redis on loopback, which keeps nothing on disk. */
export async function startRedis(): Promise<{ readonly url: string; readonly pid: number; stop(): Promise<void> }> {
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes('Ready to accept connections')) continue;
    child.stdout.resume();
    const { pid } = child;
    if (pid === undefined) break;
    const stop = async (): Promise<void> => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    };
    return { url: `redis://127.0.0.1:${port}`, pid, stop };
  }
  throw new Error('redis-server did not start');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener has no port');
  return address.port;
}
