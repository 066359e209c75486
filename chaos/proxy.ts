import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createFrameRepeater } from './frames.ts';

/** Faults of the forwarded bytes: `delayMs` in both directions, answers held back, messages repeated. */
type Weather = { delayMs: number; isHeld: boolean; isDoubling: boolean };

const CLIENT = /^GET [^ ]*[?&]client=(\d+)/;

/**
 * A TCP proxy with changeable targets, which disconnects, delays, holds back and repeats. Each new connection goes to
 * the next target that accepts it. Only WebSocket messages can be repeated: other protocols would break.
 */
export async function openChaosProxy(kind: 'websocket' | 'other') {
  const weather: Weather = { delayMs: 0, isHeld: false, isDoubling: false };
  const ends = new Set<Socket>();
  const targets: (URL | undefined)[] = [];
  /** The last connection of each numbered client, and its target. */
  const places = new Map<number, { near: Socket; target: number }>();
  let next = 0;

  /** Forwards the bytes of `from` in order, after the current delay. Answers wait while they are held back. */
  function relay(from: Socket, to: Socket, isAnswer: boolean): void {
    const repeat = kind === 'websocket' ? createFrameRepeater(() => weather.isDoubling) : (bytes: Buffer) => bytes;
    let earliest = 0;
    from.on('data', (bytes) => {
      const out = repeat(bytes);
      if (out.length === 0 || (isAnswer && weather.isHeld)) return; // held bytes are dropped in the end
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

  /** Connects to a target, or else to the next one, up to `left` more. */
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
    aim(url: string, target = 0): void {
      targets[target] = new URL(url);
    },
    urlOf(url: string): string {
      const through = new URL(url);
      through.host = `127.0.0.1:${port}`;
      return through.href;
    },
    /** The target a client is connected to; undefined if not connected. */
    placeOf: (client: number): number | undefined => places.get(client)?.target,
    clientsAt: (target: number): number[] =>
      [...places].flatMap(([client, place]) => (place.target === target ? [client] : [])),
    cut,
    cutClients(clients: readonly number[]): void {
      for (const client of clients) places.get(client)?.near.destroy();
    },
    close(): void {
      cut();
      server.close();
    },
  };
}
