import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A wire to Postgres that can be cut and mended, for tests of what happens while it is cut. */
export async function cableTo(databaseUrl: string): Promise<{ url: string; cut(): void; mend(): void; close(): void }> {
  const target = new URL(databaseUrl);
  const ends = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) return near.destroy();
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
  const cut = () => {
    whole = false;
    for (const end of ends) end.destroy();
  };
  return {
    url: url.href,
    cut,
    mend: () => {
      whole = true;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
