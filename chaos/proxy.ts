import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createFrameRepeater } from './frames.ts';

/** What is done to bytes on their way: `delayMs` to both directions, nothing while held, and messages doubled. */
type Weather = { delayMs: number; isHeld: boolean; isDoubling: boolean };

/** Where a client says its number: in the address it asks for. */
const CLIENT = /^GET [^ ]*[?&]client=(\d+)/;

/**
 * A TCP proxy whose targets may change, and which cuts, delays, holds back and doubles. Each new connection goes to the next
 * target that accepts it. Doubling is for connections of WebSocket alone: other bytes sent twice are no protocol any more.
 */
export async function openChaosProxy(kind: 'websocket' | 'other') {
  const weather: Weather = { delayMs: 0, isHeld: false, isDoubling: false };
  const ends = new Set<Socket>();
  const targets: (URL | undefined)[] = [];
  /** The last connection of each client that has said its number, and which target it goes to. */
  const places = new Map<number, { near: Socket; target: number }>();
  let next = 0;

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

  function join(near: Socket, far: Socket, target: number): void {
    for (const end of [near, far]) ends.add(end.setNoDelay(true));
    near.once('data', (bytes) => {
      const client = CLIENT.exec(bytes.toString('latin1'))?.[1];
      if (client === undefined) return;
      places.set(Number(client), { near, target });
      near.once('close', () => {
        if (places.get(Number(client))?.near === near) places.delete(Number(client));
      });
    });
    relay(near, far, false);
    relay(far, near, true);
    near.resume();
  }

  /** Connects to a target, or to the next while `left` more may be tried. */
  function forward(near: Socket, at: number, left: number): void {
    const index = at % targets.length;
    const target = targets[index];
    const fail = (): void => {
      if (left > 1) forward(near, at + 1, left - 1);
      else near.destroy();
    };
    if (target === undefined) {
      fail();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    far.once('error', fail);
    far.once('connect', () => {
      far.off('error', fail);
      if (near.destroyed) far.destroy();
      else join(near, far, index);
    });
  }

  const server = createServer({ pauseOnConnect: true }, (near) => {
    near.on('error', () => near.destroy());
    next += 1;
    forward(near, next, targets.length);
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
    /** Sends new connections to this address, as one of several targets when it is not the first. */
    aim(url: string, target = 0): void {
      targets[target] = new URL(url);
    },
    /** The same address as the target's, through the proxy. */
    urlOf(url: string): string {
      const through = new URL(url);
      through.host = `127.0.0.1:${port}`;
      return through.href;
    },
    /** Which target a client is connected to by now, by its number; undefined for none. */
    placeOf: (client: number): number | undefined => places.get(client)?.target,
    /** The numbers of the clients connected to a target. */
    clientsAt: (target: number): number[] =>
      [...places].flatMap(([client, place]) => (place.target === target ? [client] : [])),
    /** Cuts all connections. */
    cut,
    /** Cuts the connections of these clients. */
    cutClients(clients: readonly number[]): void {
      for (const client of clients) places.get(client)?.near.destroy();
    },
    close(): void {
      cut();
      server.close();
    },
  };
}
