import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy before Postgres whose connections can be cut, for tests of an outage. */
export async function openTcpProxy(
  databaseUrl: string,
): Promise<{ url: string; disconnect(): void; reconnect(): void; close(): void }> {
  const target = new URL(databaseUrl);
  const ends = new Set<Socket>();
  let connected = true;
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
        other.destroy();
      });
      one.pipe(other);
    }
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener has no port');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${address.port}`;
  const disconnect = () => {
    connected = false;
    for (const end of ends) end.destroy();
  };
  return {
    url: url.href,
    disconnect,
    reconnect: () => {
      connected = true;
    },
    close: () => {
      disconnect();
      server.close();
    },
  };
}
