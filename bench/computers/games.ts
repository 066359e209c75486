import { randomUUID } from 'node:crypto';
import { currentPosition, fold, type GameState, sideOf } from '@terrace/game';
import { type Broadcast, DEFAULT_SETTINGS, type GameId, type LoggedEvent, Me, type Reply } from '@terrace/protocol';
import { legalMoves, squareName } from '@terrace/rules';
import { ownAddress } from '@terrace/testing/address';
import { io, type Socket } from 'socket.io-client';
import { guestCookie } from '../../apps/server/src/testing/guest.ts';

type Ack<T> = { ok: boolean; value: T; refusal?: unknown };

/** Games against computers of full strength. The person answers at once, so that a computer nearly always thinks. */
export async function startComputerGames(url: string, secret: string, count: number) {
  let paused: Promise<void> | undefined;
  let release: () => void = () => undefined;
  let moves = 0;
  const games = await Promise.all(Array.from({ length: count }, () => startGame(url, guestCookie(secret))));
  for (const game of games) void play(game).catch((error: unknown) => console.error(error));

  async function play(game: Game): Promise<void> {
    for (;;) {
      await game.turn();
      moves += 1;
      await paused;
      await game.move();
    }
  }

  return {
    moves: (): number => moves,
    /** The people stop moving. Resolves when every computer has moved, so that none thinks. */
    async pause(): Promise<void> {
      paused ??= new Promise<void>((resolve) => {
        release = resolve;
      });
      await Promise.all(games.map((game) => game.turn()));
    },
    async resume(): Promise<void> {
      paused = undefined;
      release();
    },
  };
}

type Game = Awaited<ReturnType<typeof startGame>>;

async function startGame(url: string, cookie: string) {
  const socket: Socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { ...ownAddress(), cookie },
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const { player } = Me.parse(await (await fetch(`${url}/api/me`, { headers: { cookie } })).json());
  const listeners = new Set<() => void>();
  let state: GameState | null = null;
  let gameId: GameId | undefined;

  let heard: LoggedEvent[] = [];
  const catchUp = (): void => {
    if (state === null) return;
    state = fold(
      state,
      heard.filter(({ seq }) => seq > (state?.seq ?? 0)),
    );
    heard = [];
    for (const listener of listeners) listener();
  };
  socket.on('game:events', (message: Broadcast<'game:events'>) => {
    if (message.gameId !== gameId) return;
    heard.push(...message.events);
    catchUp();
  });

  async function ask<T>(event: string, payload: unknown): Promise<T> {
    const { ok, value, refusal }: Ack<T> = await socket.emitWithAck(event, payload);
    if (!ok) throw new Error(`refused: ${JSON.stringify(refusal)}`);
    return value;
  }

  async function open(): Promise<void> {
    const settings = { ...DEFAULT_SETTINGS, time: { kind: 'clock', initialMs: 3_600_000, incrementMs: 3_000 } };
    const computers = [{ side: 'north', strength: 8 }];
    const wish = { commandId: randomUUID(), settings, side: 'south', reserved: [], computers, from: null };
    [state, heard] = [null, []];
    gameId = (await ask<{ gameId: GameId }>('game:create', wish)).gameId;
    state = fold(null, (await ask<Reply<'game:watch'>>('game:watch', { gameId, after: 0 })).events);
    catchUp();
  }

  const changed = (): Promise<void> =>
    new Promise((resolve) => {
      const listener = () => {
        listeners.delete(listener);
        resolve();
      };
      listeners.add(listener);
    });

  const isMine = (): boolean => state?.status === 'live' && sideOf(state, player.id) === currentPosition(state).turn;

  await open();
  return {
    /** Resolves on the person's turn, in a new game if the old one has ended. */
    async turn(): Promise<void> {
      while (!isMine()) {
        if (state?.status === 'over' || state?.status === 'closed') {
          await open();
          continue;
        }
        await changed();
      }
    },

    async move(): Promise<void> {
      if (state === null || gameId === undefined) throw new Error('there is no game');
      const position = currentPosition(state);
      const all = legalMoves(position);
      const move = all[(position.ply * 7) % all.length];
      if (move === undefined) throw new Error('there is no move');
      const [from, to] = [squareName(position.size, move.from), squareName(position.size, move.to)];
      const command = { type: 'move', ply: position.ply, from, to };
      const seq = state.seq;
      await ask('game:command', { gameId, commandId: randomUUID(), command });
      while (state?.seq === seq) await changed();
    },
  };
}
