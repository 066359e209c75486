import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_SETTINGS, type Settings } from '@terrace/protocol';
import { io, type Socket } from 'socket.io-client';
import { guestCookie } from '../../apps/server/src/testing/guest.ts';
import { scriptedGame } from '../moves/script.ts';

/** How long a page waits for an answer before it resends. */
const ANSWER_TIMEOUT_MS = 8_000;

/** How long a page waits after a refusal before it retries. */
const RETRY_MS = 400;

export type Met = { readonly times: number[]; readonly refusals: string[] };

export type PlayingPair = {
  readonly met: Met;
  gameId(): string;
  play(): Promise<void>;
  ready(): Promise<void>;
  /** Ends the current game by resignation. @returns its id */
  finish(): Promise<string>;
  close(): void;
};

type Answer = { ok: true; value: unknown } | { ok: false; refusal: { code: string } };

/** Two guests at their own address who play one scripted game after another and retry refused requests, as pages do. */
export async function playingPair(
  url: string,
  secret: string,
  seed: number,
  time: Settings['time'] = { kind: 'clock', initialMs: 3_600_000, incrementMs: 3_000 },
): Promise<PlayingPair> {
  const localAddress = `127.0.2.${seed}`;
  const connect = async (): Promise<Socket> => {
    const socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      // socket.io-client passes it to `ws`, but its types are those of browsers
      agent: new Agent({ localAddress }) as never,
      extraHeaders: { cookie: guestCookie(secret) },
    });
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    return socket;
  };
  const [south, north] = [await connect(), await connect()];
  const moves = scriptedGame(seed);
  const met: Met = { times: [], refusals: [] };
  let gameId = '';
  let next = 0;
  // The first game of each pair has a different length, so that they do not all open new games at once.
  let last = 1 + ((seed * 37) % moves.length);

  async function until(socket: Socket, event: string, payload: object): Promise<unknown> {
    for (;;) {
      const sent: Promise<Answer> = socket.timeout(ANSWER_TIMEOUT_MS).emitWithAck(event, payload);
      const answer = await sent.catch(() => undefined);
      if (answer?.ok) return answer.value;
      met.refusals.push(answer?.refusal.code ?? 'lost');
      await delay(RETRY_MS);
    }
  }
  const command = (socket: Socket, order: object) =>
    until(socket, 'game:command', { gameId, commandId: randomUUID(), command: order });

  async function finish(): Promise<string> {
    await command(south, { type: 'resign' });
    for (const socket of [south, north]) await until(socket, 'game:unwatch', { gameId });
    return gameId;
  }

  return {
    met,
    gameId: () => gameId,
    finish,
    async ready() {
      if (gameId !== '' && next < last) return;
      if (gameId !== '') {
        await finish();
        last = moves.length;
      }
      next = 0;
      const settings = { ...DEFAULT_SETTINGS, time };
      const table = { commandId: randomUUID(), settings, side: 'south', reserved: [], from: null };
      ({ gameId } = (await until(south, 'game:create', table)) as { gameId: string });
      await command(north, { type: 'sit', side: null });
      for (const socket of [south, north]) await until(socket, 'game:watch', { gameId, after: 0 });
    },
    async play() {
      const move = moves[next];
      if (move === undefined) throw new Error('a scripted game has moves');
      next += 1;
      const [mover, other] = move.ply % 2 === 1 ? [south, north] : [north, south];
      const received = new Promise<void>((resolve) => other.once('game:events', () => resolve()));
      await command(mover, { type: 'move', ...move });
      // A saved move that was not delivered counts with the timeout after which a page asks.
      const isDelivered = await Promise.race([received.then(() => true), delay(ANSWER_TIMEOUT_MS, false)]);
      if (!isDelivered) met.refusals.push('undelivered');
    },
    close() {
      for (const socket of [south, north]) socket.disconnect();
    },
  };
}

/** Plays at a steady rate, all pairs together, until stopped. Resolves when the moves in flight have arrived. */
export function keepPlaying(pairs: readonly PlayingPair[], perSecond: number) {
  let isOver = false;
  const startedAt = performance.now();
  const runs = pairs.map(async (pair, i) => {
    const turnMs = (pairs.length * 1000) / perSecond;
    for (let n = 0; !isOver; n += 1) {
      const due = startedAt + (n + i / pairs.length) * turnMs;
      await pair.ready();
      const wait = due - performance.now();
      if (wait > 0) await delay(wait);
      const sentAt = performance.now();
      await pair.play();
      pair.met.times.push(performance.now() - sentAt);
    }
  });
  return {
    take(): Met {
      const all = pairs.map(({ met }) => met);
      return {
        times: all.flatMap(({ times }) => times.splice(0)),
        refusals: all.flatMap(({ refusals }) => refusals.splice(0)),
      };
    },
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(runs);
    },
  };
}
