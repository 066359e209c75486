import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>;

/** A TCP proxy for tests of network faults: it can cut connections and withhold replies. */
export async function openTcpProxy(targetUrl: string) {
  const target = new URL(targetUrl);
  const ends = new Set<Socket>();
  const answering = new Map<Socket, Socket>();
  let connected = true;
  let withheld = false;
  const server = createServer((near) => {
    if (!connected) return near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        ends.delete(one);
        answering.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    answering.set(far, near);
    if (withheld) far.unpipe();
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener has no port');
  const url = new URL(targetUrl);
  url.host = `127.0.0.1:${address.port}`;
  const disconnect = () => {
    connected = false;
    for (const end of ends) end.destroy();
  };
  return {
    url: url.href,
    /** Cuts all connections and rejects new ones. */
    disconnect,
    reconnect: (): void => {
      connected = true;
    },
    /** Forwards requests but holds replies. */
    withhold(): void {
      withheld = true;
      for (const far of answering.keys()) far.unpipe();
    },
    deliver(): void {
      withheld = false;
      for (const [far, near] of answering) far.pipe(near);
    },
    /** Cuts the connections with held replies, which are lost. */
    release(): void {
      withheld = false;
      for (const end of ends) end.destroy();
    },
    close: (): void => {
      disconnect();
      server.close();
    },
  };
}
