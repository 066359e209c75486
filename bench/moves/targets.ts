import { randomUUID } from 'node:crypto';
import { DEFAULT_SETTINGS } from '@terrace/protocol';
import pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import { guestCookie, ownAddress } from '../../apps/server/src/testing/guest.ts';
import type { Pair } from './load.ts';
import { type PlayedMove, scriptedGame } from './script.ts';

const connect = async (url: string, cookie = ''): Promise<Socket> => {
  const extraHeaders = { ...ownAddress(), ...(cookie !== '' && { cookie }) };
  const socket = io(url, { transports: ['websocket'], forceNew: true, extraHeaders });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return socket;
};

async function unwrapAck<T>(answer: Promise<{ ok: boolean; value: T; refusal?: unknown }>): Promise<T> {
  const { ok, value, refusal } = await answer;
  if (!ok) throw new Error(`refused: ${JSON.stringify(refusal)}`);
  return value;
}

/** Two guests of the real server, or of two nodes of it, who play one scripted game after another. */
export async function terracePair(url: string, secret: string, seed: number, otherUrl = url): Promise<Pair> {
  const [south, north] = await Promise.all([url, otherUrl].map((at) => connect(at, guestCookie(secret))));
  if (south === undefined || north === undefined) throw new Error('a game is played by two');
  const settings = { ...DEFAULT_SETTINGS, time: { kind: 'clock', initialMs: 3_600_000, incrementMs: 3_000 } };
  const wish = { settings, side: 'south', reserved: [], from: null };
  return relay(south, north, scriptedGame(seed), seed, async () => {
    const { gameId } = await unwrapAck<{ gameId: string }>(
      south.emitWithAck('game:create', { ...wish, commandId: randomUUID() }),
    );
    const sit = { gameId, commandId: randomUUID(), command: { type: 'sit', side: null } };
    await unwrapAck(north.emitWithAck('game:command', sit));
    for (const socket of [south, north]) await unwrapAck(socket.emitWithAck('game:watch', { gameId, after: 0 }));
    return gameId;
  });
}

/** The same two connections at a server that only passes messages on. */
export async function echoPair(url: string, seed: number): Promise<Pair> {
  const [south, north] = await Promise.all([connect(url), connect(url)]);
  const gameId = `bench${seed}`;
  for (const socket of [south, north]) await socket.emitWithAck('watch', gameId);
  return relay(south, north, scriptedGame(seed), seed, async () => gameId);
}

/** One operation: the mover sends, and it is over when the opponent's socket has received. */
function relay(
  south: Socket,
  north: Socket,
  game: readonly PlayedMove[],
  seed: number,
  open: () => Promise<string>,
): Pair {
  let next = 0;
  let gameId = '';
  // The first game is cut short, at another ply for each pair, so that they do not all open new games at one moment.
  let last = 1 + ((seed * 37) % game.length);
  return {
    ready: async () => {
      if (gameId !== '' && next < last) return;
      if (gameId !== '') last = game.length;
      next = 0;
      gameId = await open();
    },
    play: async () => {
      const move = game[next];
      if (move === undefined) throw new Error('a scripted game has moves');
      next += 1;
      const [mover, other] = move.ply % 2 === 1 ? [south, north] : [north, south];
      const received = new Promise<void>((resolve) => other.once('game:events', () => resolve()));
      const payload = { gameId, commandId: randomUUID(), command: { type: 'move', ...move } };
      await Promise.all([received, unwrapAck(mover.emitWithAck('game:command', payload))]);
    },
  };
}

/** One caller of many who inserts rows the size of a move's event, one commit each, through a pool of the server's size. */
export async function insertPairs(url: string, count: number): Promise<{ pairs: Pair[]; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  pool.on('error', ({ message }) => console.error(message));
  await pool.query(`create table if not exists bench_event (
    game_id text, seq int, at timestamptz(3) not null, by text, command_id text, event jsonb not null, primary key (game_id, seq))`);
  const pairs = Array.from({ length: count }, (_, i) => {
    const gameId = randomUUID().slice(0, 12);
    let seq = 0;
    return {
      ready: async () => undefined,
      play: async () => {
        seq += 1;
        const event = { type: 'moved', ply: seq, from: 'd2', to: 'd3', remainingMs: 300_000 };
        const text = 'insert into bench_event values ($1, $2, $3, $4, $5, $6)';
        await pool.query({
          name: 'insert',
          text,
          values: [gameId, seq, new Date(), `bench-player-${i}`, randomUUID(), JSON.stringify(event)],
        });
      },
    };
  });
  return { pairs, close: () => pool.end() };
}
