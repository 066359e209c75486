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
  type Presence,
  type Reply,
} from '@terrace/protocol';
import { ownAddress } from '@terrace/testing/address';
import { openConnection } from './connection.ts';

const RETRY_MS = 300;

/** How a request ended: with an answer, or given up, at the latest because the run is over. */
type Answered<N extends 'game:command' | 'game:create'> = Ack<Reply<N>> | 'given up';

export type ChaosClient = ReturnType<typeof openClient>;

/** What a client knows of a game it follows. */
type Followed = {
  log: LoggedEvent[];
  state: GameState | null;
  since: number;
  /** What asks for what is missing; undefined while nothing does. */
  asking: object | undefined;
  /** The last event that came by broadcast: one that overtook an answer is asked for again. */
  told: number;
  /** Who is there, as it was last told. */
  presence: Presence | undefined;
  /** Since when this client has been in the game without a break. */
  presentSince: number | undefined;
};

type Options = {
  readonly url: string;
  readonly cookie: string;
  /** What the proxy knows it by. */
  readonly number: number;
  readonly signal: AbortSignal;
  /** Called with each word of who is at a game. */
  readonly onPresence?: (gameId: GameId, presence: Presence) => void;
};

/**
 * A client of its own that keeps to the protocol as pages do: it follows games by their broadcasts, asks for what it
 * missed at every connect and gap, and sends a command again under the same id until it is answered. A silent game it
 * does not ask about, as pages do: what the server does not tell is to be noticed.
 */
export function openClient({ url, cookie, number, signal, onPresence = () => undefined }: Options) {
  const followed = new Map<GameId, Followed>();
  const waiting = new Set<() => void>();
  const counts = { sent: 0, resent: 0, refused: 0, asked: 0, unreadable: 0, moved: 0, lost: 0 };
  /** When something showed that all is well, by `performance.now()`: a command that was acknowledged, or an event. */
  const signs: number[] = [];

  const connected = Promise.withResolvers<void>();

  const connection = openConnection({
    url,
    signal,
    client: number,
    headers: { cookie, ...ownAddress() },
    onConnect() {
      connected.resolve();
      for (const [gameId, game] of followed) {
        game.asking = undefined; // what asked another server does not ask this one
        void ask(gameId, game);
      }
      wake();
    },
    onDisconnect() {
      counts.lost += 1;
      for (const game of followed.values()) game.presentSince = undefined;
    },
    onBroadcast(event, raw) {
      if (event === 'game:events') hear(raw);
      if (event === 'game:presence') hearPresence(raw);
    },
    onMoved() {
      counts.moved += 1;
    },
  });
  const { request } = connection;

  function wake(): void {
    for (const look of waiting) look();
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
    if (game.asking !== undefined) return;
    const me = {};
    game.asking = me;
    while (connection.isConnected && followed.get(gameId) === game && game.asking === me) {
      counts.asked += 1;
      const answer = await request('game:watch', { gameId, after: game.state?.seq ?? 0 });
      const isAnswered = answer !== 'lost' && answer.ok && !take(game, answer.value.events);
      if (isAnswered) {
        game.presentSince ??= performance.now();
        game.presence = answer.value.presence;
        onPresence(gameId, game.presence);
      }
      if (isAnswered && (game.state?.seq ?? 0) >= game.told) break;
      if (!isAnswered) await delay(RETRY_MS);
    }
    if (game.asking === me) game.asking = undefined;
  }

  function hear(raw: unknown): void {
    const message = broadcasts['game:events'].safeParse(raw);
    if (!message.success) {
      counts.unreadable += 1;
      return;
    }
    const { gameId, events } = message.data;
    const game = followed.get(gameId);
    if (game === undefined) return;
    signs.push(performance.now());
    game.told = Math.max(game.told, events.at(-1)?.seq ?? 0);
    if (take(game, events)) void ask(gameId, game);
  }

  /** What a command has made comes with its answer; where that was lost and the command sent again, it is asked for. */
  function hearAnswer(gameId: GameId, { seq, events = [] }: Reply<'game:command'>): void {
    const game = followed.get(gameId);
    if (game === undefined) return;
    game.told = Math.max(game.told, seq);
    if (take(game, events) || (game.state?.seq ?? 0) < seq) void ask(gameId, game);
  }

  function hearPresence(raw: unknown): void {
    const { gameId, presence } = broadcasts['game:presence'].parse(raw);
    const game = followed.get(gameId);
    if (game === undefined) return;
    game.presence = presence;
    onPresence(gameId, presence);
  }

  return {
    number,
    counts,
    signs,
    request,
    /** Resolves when it has been connected once. */
    connected: connected.promise,
    get isConnected(): boolean {
      return connection.isConnected;
    },
    /** The games followed, with the seq known of each and since when they have been. */
    known: (): { gameId: GameId; seq: number; since: number }[] =>
      [...followed].map(([gameId, { state, since }]) => ({ gameId, seq: state?.seq ?? 0, since })),
    logOf: (gameId: GameId): readonly LoggedEvent[] => followed.get(gameId)?.log ?? [],
    stateOf: (gameId: GameId): GameState | null => followed.get(gameId)?.state ?? null,
    presenceOf: (gameId: GameId): Presence | undefined => followed.get(gameId)?.presence,
    /** Since when this client has followed a game without a break, by `performance.now()`; undefined when it does not. */
    presentSince: (gameId: GameId): number | undefined => followed.get(gameId)?.presentSince,

    follow(gameId: GameId): void {
      if (followed.has(gameId)) return;
      const game: Followed = {
        log: [],
        state: null,
        since: performance.now(),
        asking: undefined,
        told: 0,
        presence: undefined,
        presentSince: undefined,
      };
      followed.set(gameId, game);
      if (connection.isConnected) void ask(gameId, game);
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
        if (answer !== 'lost') {
          if (answer.ok) {
            signs.push(performance.now());
            if ('seq' in answer.value && 'gameId' in payload) hearAnswer(payload.gameId, answer.value);
          } else counts.refused += 1;
          if (answer.ok || !isPassing(answer.refusal.code)) return answer;
        }
        await delay(RETRY_MS);
      }
      return 'given up';
    },

    close: connection.close,
  };
}

/** Refusals that say nothing but that it is to be tried again. */
const isPassing = (code: string): boolean => ['not-saved', 'busy', 'too-many-requests', 'unexpected'].includes(code);

export const newCommandId = (): CommandId => CommandId.parse(randomUUID());
