import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fold, type GameState } from '@terrace/game';
import {
  type Ack,
  broadcasts,
  CommandId,
  type GameId,
  type LoggedEvent,
  type Payload,
  type Reply,
  type RequestName,
} from '@terrace/protocol';
import { io } from 'socket.io-client';

const ANSWER_TIMEOUT_MS = 5_000;
const RETRY_MS = 300;

/** How a request ended: with an answer, or given up, at the latest because the run is over. */
type Answered<N extends RequestName> = Ack<Reply<N>> | 'given up';

export type ChaosClient = ReturnType<typeof openClient>;

/** What a client knows of a game it follows. */
type Followed = {
  log: LoggedEvent[];
  state: GameState | null;
  since: number;
  isAsking: boolean;
  /** The last event that came by broadcast: one that overtook an answer is asked for again. */
  told: number;
};

/**
 * A client of its own that keeps to the protocol as pages do: it follows games by their broadcasts, asks for what it
 * missed at every connect and gap, and sends a command again under the same id until it is answered. A silent game it
 * does not ask about, as pages do: what the server does not tell is to be noticed.
 */
export function openClient(url: string, cookie: string, signal: AbortSignal) {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { cookie },
    timeout: 3_000,
    reconnectionDelay: 200,
    reconnectionDelayMax: 2_000,
  });
  const followed = new Map<GameId, Followed>();
  const waiting = new Set<() => void>();
  const counts = { sent: 0, resent: 0, asked: 0, unreadable: 0 };

  const wake = (): void => {
    for (const look of waiting) look();
  };

  async function request<N extends RequestName>(name: N, payload: Payload<N>): Promise<Ack<Reply<N>> | 'lost'> {
    if (!socket.connected) return 'lost';
    return socket
      .timeout(ANSWER_TIMEOUT_MS)
      .emitWithAck(name, payload)
      .catch(() => 'lost' as const);
  }

  /** Takes in events; those that are known or leave a gap are dropped. @returns whether something is missing */
  function take(game: Followed, events: readonly LoggedEvent[]): boolean {
    const fresh = events.filter(({ seq }) => seq > (game.state?.seq ?? 0));
    if (fresh.length === 0) return false;
    if (fresh[0]?.seq !== (game.state?.seq ?? 0) + 1) return true;
    game.log.push(...fresh);
    game.state = fold(game.state, fresh);
    wake();
    return false;
  }

  async function ask(gameId: GameId, game: Followed): Promise<void> {
    if (game.isAsking) return;
    game.isAsking = true;
    while (socket.connected && followed.get(gameId) === game) {
      counts.asked += 1;
      const answer = await request('game:watch', { gameId, after: game.state?.seq ?? 0 });
      const isAnswered = answer !== 'lost' && answer.ok && !take(game, answer.value.events);
      if (isAnswered && (game.state?.seq ?? 0) >= game.told) break;
      if (!isAnswered) await delay(RETRY_MS);
    }
    game.isAsking = false;
  }

  socket.on('time:ping', (ack: () => void) => ack());
  socket.on('game:events', (raw: unknown) => {
    const message = broadcasts['game:events'].safeParse(raw);
    if (!message.success) {
      counts.unreadable += 1;
      return;
    }
    const game = followed.get(message.data.gameId);
    if (game === undefined) return;
    game.told = Math.max(game.told, message.data.events.at(-1)?.seq ?? 0);
    if (take(game, message.data.events)) void ask(message.data.gameId, game);
  });
  socket.on('connect', () => {
    for (const [gameId, game] of followed) void ask(gameId, game);
    wake();
  });
  // What the server closes or refuses, Socket.IO does not open again by itself.
  const reopen = (): void => {
    if (!socket.active) setTimeout(() => !signal.aborted && socket.connect(), 500);
  };
  socket.on('disconnect', reopen);
  socket.on('connect_error', reopen);

  return {
    counts,
    get isConnected(): boolean {
      return socket.connected;
    },
    /** The games followed, with the seq known of each and since when they have been. */
    known: (): { gameId: GameId; seq: number; since: number }[] =>
      [...followed].map(([gameId, { state, since }]) => ({ gameId, seq: state?.seq ?? 0, since })),
    logOf: (gameId: GameId): readonly LoggedEvent[] => followed.get(gameId)?.log ?? [],

    follow(gameId: GameId): void {
      if (followed.has(gameId)) return;
      const game: Followed = { log: [], state: null, since: performance.now(), isAsking: false, told: 0 };
      followed.set(gameId, game);
      if (socket.connected) void ask(gameId, game);
    },

    unfollow(gameId: GameId): void {
      followed.delete(gameId);
      void request('game:unwatch', { gameId });
    },

    /** The first state of a followed game that is as wanted; undefined when the run is over. */
    async until(gameId: GameId, isWanted: (state: GameState) => boolean): Promise<GameState | undefined> {
      while (!signal.aborted) {
        const state = followed.get(gameId)?.state;
        if (state != null && isWanted(state)) return state;
        await new Promise<void>((resolve) => {
          const look = (): void => {
            waiting.delete(look);
            signal.removeEventListener('abort', look);
            resolve();
          };
          waiting.add(look);
          signal.addEventListener('abort', look);
        });
      }
      return undefined;
    },

    /** Sends a request that may be sent twice until it is answered by more than a wait, or so many times. */
    async answered<N extends 'game:command' | 'game:create'>(
      name: N,
      payload: Payload<N>,
      tries = Number.POSITIVE_INFINITY,
    ): Promise<Answered<N>> {
      for (let attempt = 0; attempt < tries && !signal.aborted; attempt += 1) {
        counts[attempt === 0 ? 'sent' : 'resent'] += 1;
        const answer = await request(name, payload);
        if (answer !== 'lost' && (answer.ok || !isPassing(answer.refusal.code))) return answer;
        await delay(RETRY_MS);
      }
      return 'given up';
    },

    close: (): void => void socket.disconnect(),
  };
}

/** Refusals that say nothing but that it is to be tried again. */
const isPassing = (code: string): boolean => ['not-saved', 'busy', 'too-many-requests', 'unexpected'].includes(code);

export const newCommandId = (): CommandId => CommandId.parse(randomUUID());
