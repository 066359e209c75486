import { randomUUID } from 'node:crypto';
import { connect as connectTcp } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_SETTINGS } from '@terrace/protocol';
import type { Socket } from 'socket.io-client';
import type { Attacker } from './client.ts';
import type { Fixtures } from './fixtures.ts';

type Attack = (attacker: Attacker, fixtures: Fixtures) => Promise<void>;

const html = { headers: { accept: 'text/html' } };
const some = (most: number) => Math.floor(Math.random() * most);

const table = (change: object = {}, more: object = {}) => ({
  commandId: randomUUID(),
  settings: { ...DEFAULT_SETTINGS, ...change },
  side: 'south',
  reserved: [],
  from: null,
  ...more,
});
const command = (gameId: unknown, order: object) => ({ gameId, commandId: randomUUID(), command: order });

/** As many guest sockets as the server allows for one address, up to `count`. */
async function sockets({ connect, counts }: Attacker, count: number): Promise<Socket[]> {
  const all = await Promise.allSettled(Array.from({ length: count }, () => connect()));
  counts.cut += all.filter(({ status }) => status === 'rejected').length;
  return all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

async function askThrough(
  attacker: Attacker,
  through: readonly Socket[],
  ask: (socket: Socket, n: number) => Promise<unknown>,
) {
  let n = 0;
  if (through.length === 0) return;
  await attacker.repeat(through.length, async (worker) => {
    const socket = through[worker];
    if (socket !== undefined) await ask(socket, n++);
  });
}

async function ownGame(attacker: Attacker, south: Socket, north: Socket, time: object | null): Promise<unknown> {
  const opened = (await attacker.emit(south, 'game:create', table({ time }))) as { gameId: string } | undefined;
  if (opened !== undefined)
    await attacker.emit(north, 'game:command', command(opened.gameId, { type: 'sit', side: null }));
  return opened?.gameId;
}

const IN_AN_HOUR = { kind: 'clock', initialMs: 3_600_000, incrementMs: 0 };

type Done = { readonly seq: number } | undefined;

/** Paths of pages of every kind, rendered and prebuilt. */
export const pagesOf = ({ longGame, finishedGame }: Fixtures): readonly string[] => [
  '/',
  `/game/${finishedGame}`,
  `/game/${longGame}`,
  '/archive',
  '/learn',
  `/players/Player${1 + some(9)}`,
];

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'long log': async (attacker, { longGame }) =>
    askThrough(attacker, await sockets(attacker, 60), (socket) =>
      attacker.emit(socket, 'game:watch', { gameId: longGame, after: 0 }),
    ),

  'name look-ups': (attacker) =>
    attacker.repeat(64, () => attacker.ask('GET', `/api/players/pla_er${some(50_000)}%25`)),

  'archive searches': (attacker) =>
    attacker.repeat(16, () => {
      const search = [`player=Player${some(50_000)}`, 'rated=true&limit=100', 'setup=three&limit=100', 'limit=100'];
      return attacker.ask('GET', `/api/archive?${search[some(search.length)]}`);
    }),

  'asks and does not read': async (attacker, { longGame }) => {
    const unread = await sockets(attacker, 10);
    for (const { io } of unread) {
      const { transport } = io.engine as unknown as { transport: { ws: { _socket: { pause(): void } } } };
      transport.ws._socket.pause();
    }
    await attacker.repeat(10, async (worker) => {
      await delay(12);
      if (unread[worker]?.connected !== true) throw new Error('disconnected');
      attacker.counts.answered += 1;
      unread[worker]?.emit('game:watch', { gameId: longGame, after: 0 }, () => undefined);
    });
  },

  'tables and invitations': async (attacker) =>
    askThrough(attacker, await sockets(attacker, 20), (socket, n) =>
      attacker.emit(socket, 'game:create', table({}, { reserved: [{ side: 'north', name: `Player${1 + (n % 3)}` }] })),
    ),

  'clockless games': async (attacker) => {
    const [south, north] = await sockets(attacker, 2);
    if (south === undefined || north === undefined) return;
    await attacker.repeat(8, () => ownGame(attacker, south, north, null));
  },

  'gifts of time': async (attacker) => {
    const [south, north] = await sockets(attacker, 2);
    if (south === undefined || north === undefined) return;
    const gameId = await ownGame(attacker, south, north, IN_AN_HOUR);
    await askThrough(attacker, [south, north], (socket) =>
      attacker.emit(socket, 'game:command', command(gameId, { type: 'give-time' })),
    );
  },

  'rematch offers': async (attacker) => {
    const [south, north] = await sockets(attacker, 2);
    if (south === undefined || north === undefined) return;
    const gameId = await ownGame(attacker, south, north, IN_AN_HOUR);
    await attacker.emit(south, 'game:command', command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' }));
    await attacker.emit(north, 'game:command', command(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' }));
    await attacker.emit(north, 'game:command', command(gameId, { type: 'resign' }));
    let seq = 1;
    await askThrough(attacker, [south], async (socket, n) => {
      const rematch = n % 2 ? { type: 'refuse', offer: 'rematch', seq } : { type: 'offer', offer: 'rematch' };
      const done = (await attacker.emit(socket, 'game:command', command(gameId, rematch))) as Done;
      seq = done?.seq ?? seq;
    });
  },

  'sign-ins': (attacker) =>
    attacker.repeat(64, () =>
      attacker.json('/api/account/sign-in', { login: `player${some(50_000)}`, password: `wrong ${some(1e9)}` }),
    ),

  'sign-ups': (attacker) =>
    attacker.repeat(32, () =>
      attacker.json('/api/account/sign-up', {
        name: `flood${some(1e9)}`,
        password: `correct horse ${randomUUID()}`,
      }),
    ),

  pages: (attacker, fixtures) => {
    const paths = pagesOf(fixtures);
    return attacker.repeat(32, () => attacker.ask('GET', paths[some(paths.length)] ?? '/', html));
  },

  records: (attacker, { longGame, finishedGame }) => {
    const paths = [longGame, finishedGame].flatMap((id) => [`/api/games/${id}`, `/api/games/${id}/record`]);
    return attacker.repeat(32, () => attacker.ask('GET', paths[some(paths.length)] ?? '/'));
  },

  'downloads nobody reads': (attacker, { longGame }) =>
    attacker.repeat(300, async () => {
      const socket = connectTcp({ host: attacker.hostname, port: attacker.port, localAddress: attacker.address });
      socket.on('error', () => undefined);
      socket.pause();
      socket.write(`GET /api/games/${longGame} HTTP/1.1\r\nHost: it\r\n\r\n`);
      attacker.counts.answered += 1;
      while (!socket.destroyed && !attacker.isOver()) await delay(500);
      socket.destroy();
    }),

  'slow bodies': (attacker) =>
    attacker.repeat(400, async () => {
      const socket = connectTcp({ host: attacker.hostname, port: attacker.port, localAddress: attacker.address });
      const closed = new Promise<void>((resolve) => {
        socket.once('close', () => resolve());
        socket.once('error', () => resolve());
      });
      const head = `POST /api/command HTTP/1.1\r\nHost: it\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n`;
      socket.write(head);
      socket.resume();
      attacker.counts.answered += 1;
      for (let isOpen = true; isOpen && !attacker.isOver(); ) {
        socket.write('x');
        isOpen = await Promise.race([closed.then(() => false), delay(500, true)]);
        if (!isOpen) attacker.counts.cut += 1;
      }
      socket.destroy();
    }),

  '5,000 connections': async (attacker) => {
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13';
    const head = `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: it\r\n${upgrade}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
    let opened = 0;
    await attacker.repeat(100, async () => {
      if (opened >= 5_000) return void (await delay(200));
      opened += 1;
      const socket = connectTcp({ host: attacker.hostname, port: attacker.port, localAddress: attacker.address });
      socket.write(head);
      const first = await new Promise<string>((resolve) => {
        socket.once('data', (data) => resolve(data.toString('latin1')));
        socket.once('close', () => resolve(''));
        socket.once('error', () => resolve(''));
      });
      if (first.includes(' 101 ')) {
        attacker.counts.answered += 1;
        socket.once('close', () => {
          attacker.counts.cut += 1;
        });
        socket.on('error', () => undefined);
        socket.resume();
      } else if (first === '') {
        attacker.counts.cut += 1;
        await delay(20);
      } else attacker.counts.refused += 1;
    });
  },

  'bad payloads': async (attacker, { longGame }) => {
    const through = await sockets(attacker, 4);
    const nested = '['.repeat(20_000) + ']'.repeat(20_000);
    const bad = ['\u0000', 'x'.repeat(50_000), -1, 2 ** 53, null, [], { gameId: longGame, after: 2 ** 40 }];
    const cookie = attacker.cookie();
    const http = attacker.repeat(16, async (n) => {
      if (n % 4 === 0) return attacker.ask('GET', `/api/players/a%00${some(99)}`);
      if (n % 4 === 1) return attacker.ask('GET', '/players/%E0%A4%A', html);
      const body = n % 4 === 2 ? nested : `{"text":"\\u0000${some(99)}"`;
      return attacker.ask('POST', '/api/command', { body, headers: { 'content-type': 'application/json', cookie } });
    });
    const events = ['game:watch', 'online:list', 'chat:say', 'game:create'];
    const wire = askThrough(attacker, through, async (socket, n) => {
      await delay(20);
      return attacker.emit(socket, events[n % events.length] ?? '', bad[some(bad.length)]);
    });
    await Promise.all([http, wire]);
  },

  health: (attacker) => attacker.repeat(64, () => attacker.ask('GET', '/ready')),

  'text commands': (attacker) => {
    const cookies = Array.from({ length: 20 }, () => attacker.cookie());
    const lines = ['list', 'help', 'challenge Player1', 'games', `show ${'x'.repeat(900)}`];
    return attacker.repeat(20, (worker) =>
      attacker.ask('POST', '/api/command', {
        body: lines[some(lines.length)] ?? '',
        headers: { 'content-type': 'text/plain', cookie: cookies[worker] ?? '' },
      }),
    );
  },
};
