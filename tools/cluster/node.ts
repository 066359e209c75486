import { setTimeout as delay } from 'node:timers/promises';
import { type ProcessOptions, type ServerProcess, serverProcess } from '../testing/server.ts';

const MAX_START_MS = 60_000;
const ASK_EVERY_MS = 50;

export type ClusterNode = Awaited<ReturnType<typeof startNode>>;

/** One server of a cluster. Its process can be killed, stopped and restarted at the same address. */
export async function startNode(settings: NodeJS.ProcessEnv, options: ProcessOptions) {
  const launch = (port: string) => serverProcess({ ...settings, HOST: '127.0.0.1', PORT: port }, options);
  let process = launch('0');
  const { port } = new URL(await process.address());
  const url = `http://127.0.0.1:${port}`;

  async function ready(started: ServerProcess): Promise<void> {
    await started.address();
    const until = performance.now() + MAX_START_MS;
    for (;;) {
      const reply = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
      if (reply?.ok) return;
      if (performance.now() > until) throw new Error(`${url} is not ready: ${await reply?.text()}`);
      await delay(ASK_EVERY_MS);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    process.kill(signal);
    await process.ended;
  }

  /** Starts the server after its process has ended; resolves when it is ready for traffic. */
  async function start(): Promise<void> {
    await process.ended;
    process = launch(port);
    await ready(process);
  }

  await ready(process);
  return {
    url,
    get pid(): number {
      return process.pid;
    },
    output: (): string => process.output(),
    get ended(): ServerProcess['ended'] {
      return process.ended;
    },
    start,
    kill: (): Promise<void> => end('SIGKILL'),
    stop: (): Promise<void> => end('SIGTERM'),
    async restart(): Promise<void> {
      await end('SIGTERM');
      await start();
    },
  };
}
