import { randomUUID } from 'node:crypto';
import { DEFAULT_SETTINGS } from '@terrace/protocol';
import { ownAddress } from '@terrace/testing/address';
import { io, type Socket } from 'socket.io-client';
import { guestCookie } from '../../apps/server/src/testing/guest.ts';
import type { Pair } from './load.ts';
import { moverFirst, type Play, scriptedPair } from './scripted-pair.ts';

const connect = async (url: string, cookie = ''): Promise<Socket> => {
  const extraHeaders = { ...ownAddress(), ...(cookie !== '' && { cookie }) };
  const auth = { eventsInAnswers: true }; // as the page does
  const socket = io(url, { transports: ['websocket'], forceNew: true, extraHeaders, auth });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return socket;
};

async function unwrapAck<T>(answer: Promise<{ ok: boolean; value: T; refusal?: unknown }>): Promise<T> {
  const { ok, value, refusal } = await answer;
  if (!ok) throw new Error(`refused: ${JSON.stringify(refusal)}`);
  return value;
}

/** Two guests of the server, or of two nodes of it, who play one scripted game after another. */
export async function terracePair(url: string, secret: string, seed: number, otherUrl = url): Promise<Pair> {
  const [south, north] = await Promise.all([url, otherUrl].map((at) => connect(at, guestCookie(secret))));
  if (south === undefined || north === undefined) throw new Error('a game is played by two');
  const settings = { ...DEFAULT_SETTINGS, time: { kind: 'clock', initialMs: 3_600_000, incrementMs: 3_000 } };
  const wish = { settings, side: 'south', reserved: [], from: null };
  return scriptedPair(seed, async () => {
    const { gameId } = await unwrapAck<{ gameId: string }>(
      south.emitWithAck('game:create', { ...wish, commandId: randomUUID() }),
    );
    const sit = { gameId, commandId: randomUUID(), command: { type: 'sit', side: null } };
    await unwrapAck(north.emitWithAck('game:command', sit));
    for (const socket of [south, north]) await unwrapAck(socket.emitWithAck('game:watch', { gameId, after: 0 }));
    return relay(south, north, gameId);
  });
}

/** The same two connections at a server that only relays messages. */
export async function echoPair(url: string, seed: number): Promise<Pair> {
  const [south, north] = await Promise.all([connect(url), connect(url)]);
  const gameId = `bench${seed}`;
  for (const socket of [south, north]) await socket.emitWithAck('watch', gameId);
  return scriptedPair(seed, async () => relay(south, north, gameId));
}

const relay =
  (south: Socket, north: Socket, gameId: string): Play =>
  async (move) => {
    const [mover, other] = moverFirst(move, south, north);
    const received = new Promise<void>((resolve) => other.once('game:events', () => resolve()));
    const payload = { gameId, commandId: randomUUID(), command: { type: 'move', ...move } };
    await Promise.all([received, unwrapAck(mover.emitWithAck('game:command', payload))]);
  };
