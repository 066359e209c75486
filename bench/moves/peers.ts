import { randomUUID } from 'node:crypto';
import { Client, type Room } from '@colyseus/sdk';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';
import type { Pair } from './load.ts';
import { moverFirst, scriptedPair } from './scripted-pair.ts';

/** The number of actions in a match; each action names the state it follows. */
const State = z.object({ _stateID: z.int() });

/** Two players of a game at boardgame.io, with the messages of its own client. */
export async function boardgamePair(url: string, game: string, seed: number): Promise<Pair> {
  const connect = async (): Promise<Socket> => {
    const socket = io(`${url}/${game}`, { transports: ['websocket'], forceNew: true });
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    return socket;
  };
  const [south, north] = await Promise.all([connect(), connect()]);
  return scriptedPair(seed, async () => {
    const matchId = randomUUID();
    let stateId = 0;
    for (const [player, socket] of [south, north].entries()) {
      const synced = new Promise<void>((resolve) => socket.once('sync', () => resolve()));
      socket.emit('sync', matchId, String(player), undefined, 2);
      await synced;
    }
    return async (move) => {
      const [mover, other] = moverFirst(move, south, north);
      const [player] = moverFirst(move, '0', '1');
      const [answered, received] = [mover, other].map(
        (socket) =>
          new Promise<number>((resolve) =>
            socket.once('update', (_match, state) => resolve(State.parse(state)._stateID)),
          ),
      );
      const payload = { type: 'move', args: [{ from: move.from, to: move.to }], playerID: player };
      mover.emit('update', { type: 'MAKE_MOVE', payload }, stateId, matchId, player);
      await answered;
      stateId = (await received) ?? stateId;
    };
  });
}

/** Two clients in one room of Colyseus, with its own client. */
export async function colyseusPair(url: string, seed: number): Promise<Pair> {
  const south = await new Client(url).create('relay');
  const north = await new Client(url).joinById(south.roomId);
  const waiting = new Map<Room, () => void>();
  for (const room of [south, north]) room.onMessage('moved', () => waiting.get(room)?.());
  const hears = (room: Room) => new Promise<void>((resolve) => waiting.set(room, resolve));
  return scriptedPair(seed, async () => async (move) => {
    const [mover, other] = moverFirst(move, south, north);
    const received = Promise.all([hears(mover), hears(other)]);
    mover.send('move', { commandId: randomUUID(), command: { type: 'move', ...move } });
    await received;
  });
}
