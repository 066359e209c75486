import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createFrameRepeater } from './frames.ts';

export type ChaosProxy = Awaited<ReturnType<typeof openChaosProxy>>;

/** What is done to bytes on their way: `delayMs` to both directions, nothing while held, and messages doubled. */
type Weather = { delayMs: number; isHeld: boolean; isDoubling: boolean };

/**
 * A TCP proxy whose target may change, and which cuts, delays, holds back and doubles. Doubling is for connections of
 * WebSocket alone: other bytes sent twice are no protocol any more.
 */
export async function openChaosProxy(kind: 'websocket' | 'other') {
  const weather: Weather = { delayMs: 0, isHeld: false, isDoubling: false };
  const ends = new Set<Socket>();
  let target: URL | undefined;

  /** Sends on what `from` sends, in order, after the delay of the moment; answers wait while they are held back. */
  function relay(from: Socket, to: Socket, isAnswer: boolean): void {
    const repeat = kind === 'websocket' ? createFrameRepeater(() => weather.isDoubling) : (bytes: Buffer) => bytes;
    let earliest = 0;
    from.on('data', (bytes) => {
      const out = repeat(bytes);
      if (out.length === 0 || (isAnswer && weather.isHeld)) return; // what was held back is cut off in the end
      const at = Math.max(earliest, performance.now() + weather.delayMs);
      earliest = at;
      if (at - performance.now() < 1) to.write(out);
      else setTimeout(() => to.writable && to.write(out), at - performance.now());
    });
    from.on('end', () => setTimeout(() => to.end(), Math.max(0, earliest - performance.now())));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      ends.delete(from);
      setTimeout(() => to.destroy(), Math.max(0, earliest - performance.now()));
    });
  }

  const server = createServer((near) => {
    if (target === undefined) return near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const end of [near, far]) ends.add(end.setNoDelay(true));
    relay(near, far, false);
    relay(far, near, true);
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener has no port');
  const { port } = address;
  const cut = (): void => {
    for (const end of ends) end.destroy();
  };
  return {
    weather,
    /** Sends new connections to this address. */
    aim(url: string): void {
      target = new URL(url);
    },
    /** The same address as the target's, through the proxy. */
    urlOf(url: string): string {
      const through = new URL(url);
      through.host = `127.0.0.1:${port}`;
      return through.href;
    },
    /** Cuts all connections. */
    cut,
    close(): void {
      cut();
      server.close();
    },
  };
}
