import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import type { Pair } from './load.ts';
import { type PlayedMove, scriptedGame } from './script.ts';

/** Games one pair can play before it runs out of prepared ones. */
const GAMES_A_PAIR = 12;

const connect = async (url: string, cookie = ''): Promise<Socket> => {
  const socket = io(url, { transports: ['websocket'], forceNew: true, extraHeaders: cookie === '' ? {} : { cookie } });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return socket;
};

async function good<T>(answer: Promise<{ ok: boolean; value: T; refusal?: unknown }>): Promise<T> {
  const { ok, value, refusal } = await answer;
  if (!ok) throw new Error(`refused: ${JSON.stringify(refusal)}`);
  return value;
}

/** Two guests of the real server who play prepared games against each other. */
export async function terracePair(url: string, seed: number): Promise<Pair> {
  const guest = async () => {
    const response = await fetch(`${url}/api/me`);
    return connect(url, response.headers.get('set-cookie')?.split(';')[0] ?? '');
  };
  const [south, north] = await Promise.all([guest(), guest()]);
  const settings = {
    setup: 'long',
    position: null,
    rules: { capture: 'standard', sliding: 'standard' },
    time: { kind: 'clock', initialMs: 3_600_000, incrementMs: 3_000 },
    rated: false,
    seen: 'public',
    starts: 'full',
  };
  const moves: (PlayedMove & { gameId: string })[] = [];
  for (let game = 0; game < GAMES_A_PAIR; game += 1) {
    const commandId = randomUUID();
    const { gameId } = await good<{ gameId: string }>(
      south.emitWithAck('game:create', { commandId, settings, side: 'south', reserved: [], from: null }),
    );
    const sit = { gameId, commandId: randomUUID(), command: { type: 'sit', side: null } };
    await good(north.emitWithAck('game:command', sit));
    for (const socket of [south, north]) await good(socket.emitWithAck('game:watch', { gameId, after: 0 }));
    moves.push(...scriptedGame(seed * 31 + game).map((move) => ({ ...move, gameId })));
  }
  return relay(south, north, moves);
}

/** The same two connections at a server that only passes messages on. */
export async function echoPair(url: string, seed: number): Promise<Pair> {
  const [south, north] = await Promise.all([connect(url), connect(url)]);
  const gameId = `bench${seed}`;
  for (const socket of [south, north]) await socket.emitWithAck('watch', gameId);
  const game = scriptedGame(seed);
  return relay(
    south,
    north,
    Array.from({ length: 100_000 / game.length }, () => game)
      .flat()
      .map((move) => ({ ...move, gameId })),
  );
}

/** One operation: the mover sends, and it is over when the opponent's socket has received. */
function relay(south: Socket, north: Socket, moves: readonly (PlayedMove & { gameId: string })[]): Pair {
  let next = 0;
  let last: Promise<void> = Promise.resolve();
  return {
    // A move waits for the one before it, as it must in a game.
    play: () => {
      last = last.then(async () => {
        const move = moves[next];
        if (move === undefined) throw new Error('the prepared games are used up: prepare more');
        next += 1;
        const { gameId, ...command } = move;
        const [mover, other] = command.ply % 2 === 1 ? [south, north] : [north, south];
        const received = new Promise<void>((resolve) => other.once('game:events', () => resolve()));
        const payload = { gameId, commandId: randomUUID(), command: { type: 'move', ...command } };
        await Promise.all([received, good(mover.emitWithAck('game:command', payload))]);
      });
      return last;
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
