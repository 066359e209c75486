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

/** The answer to a request, or that the client stopped retrying, at the latest at the end of the run. */
type Answered<N extends 'game:command' | 'game:create'> = Ack<Reply<N>> | 'given up';

export type ChaosClient = ReturnType<typeof openClient>;

type Followed = {
  log: LoggedEvent[];
  state: GameState | null;
  since: number;
  /** Identifies the gap recovery in progress. */
  recovery: object | undefined;
  /** The highest received seq. A recovery continues until the log reaches it. */
  latestSeq: number;
  presence: Presence | undefined;
  /** Start of the uninterrupted presence of this client in the game. */
  presentSince: number | undefined;
};

type Options = {
  readonly url: string;
  readonly cookie: string;
  /** Identifies the client to the proxy. */
  readonly number: number;
  readonly signal: AbortSignal;
  readonly onPresence?: (gameId: GameId, presence: Presence) => void;
};

/**
 * A client that follows the protocol as pages do. It requests missed events after each connect and gap, and resends a
 * command under the same id until it is answered. It does not poll silent games, so a missing broadcast is noticed.
 */
export function openClient({ url, cookie, number, signal, onPresence = () => undefined }: Options) {
  const followed = new Map<GameId, Followed>();
  const waiting = new Set<() => void>();
  const counts = { sent: 0, resent: 0, refused: 0, recoveries: 0, unreadable: 0, moved: 0, lost: 0 };
  /** Times of acknowledged commands and received events, by `performance.now()`. */
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
        game.recovery = undefined; // a recovery from another server does not count
        void recover(gameId, game);
      }
      checkWaiting();
    },
    onDisconnect() {
      counts.lost += 1;
      for (const game of followed.values()) game.presentSince = undefined;
    },
    onBroadcast(event, raw) {
      if (event === 'game:events') receiveEvents(raw);
      if (event === 'game:presence') receivePresence(raw);
    },
    onMoved() {
      counts.moved += 1;
    },
  });
  const { request } = connection;

  function checkWaiting(): void {
    for (const check of waiting) check();
  }

  /** Applies events; drops known ones and those after a gap. @returns whether events are missing */
  function take(game: Followed, events: readonly LoggedEvent[]): boolean {
    const fresh = events.filter(({ seq }) => seq > (game.state?.seq ?? 0));
    if (fresh.length === 0) return false;
    if (fresh[0]?.seq !== (game.state?.seq ?? 0) + 1) return true;
    game.log.push(...fresh);
    game.state = fold(game.state, fresh);
    checkWaiting();
    return false;
  }

  async function recover(gameId: GameId, game: Followed): Promise<void> {
    if (game.recovery !== undefined) return;
    const me = {};
    game.recovery = me;
    while (connection.isConnected && followed.get(gameId) === game && game.recovery === me) {
      counts.recoveries += 1;
      const answer = await request('game:watch', { gameId, after: game.state?.seq ?? 0 });
      const isAnswered = answer !== 'lost' && answer.ok && !take(game, answer.value.events);
      if (isAnswered) {
        game.presentSince ??= performance.now();
        game.presence = answer.value.presence;
        onPresence(gameId, game.presence);
      }
      if (isAnswered && (game.state?.seq ?? 0) >= game.latestSeq) break;
      if (!isAnswered) await delay(RETRY_MS);
    }
    if (game.recovery === me) game.recovery = undefined;
  }

  function receiveEvents(raw: unknown): void {
    const message = broadcasts['game:events'].safeParse(raw);
    if (!message.success) {
      counts.unreadable += 1;
      return;
    }
    const { gameId, events } = message.data;
    const game = followed.get(gameId);
    if (game === undefined) return;
    signs.push(performance.now());
    game.latestSeq = Math.max(game.latestSeq, events.at(-1)?.seq ?? 0);
    if (take(game, events)) void recover(gameId, game);
  }

  /** An answer contains the events of its command. A repeated command's answer has none, so they are requested. */
  function receiveAnswer(gameId: GameId, { seq, events = [] }: Reply<'game:command'>): void {
    const game = followed.get(gameId);
    if (game === undefined) return;
    game.latestSeq = Math.max(game.latestSeq, seq);
    if (take(game, events) || (game.state?.seq ?? 0) < seq) void recover(gameId, game);
  }

  function receivePresence(raw: unknown): void {
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
    connected: connected.promise,
    get isConnected(): boolean {
      return connection.isConnected;
    },
    /** The followed games, the last known seq of each, and when following began. */
    known: (): { gameId: GameId; seq: number; since: number }[] =>
      [...followed].map(([gameId, { state, since }]) => ({ gameId, seq: state?.seq ?? 0, since })),
    logOf: (gameId: GameId): readonly LoggedEvent[] => followed.get(gameId)?.log ?? [],
    stateOf: (gameId: GameId): GameState | null => followed.get(gameId)?.state ?? null,
    presenceOf: (gameId: GameId): Presence | undefined => followed.get(gameId)?.presence,
    /** Start of the uninterrupted presence in a game, by `performance.now()`; undefined while absent. */
    presentSince: (gameId: GameId): number | undefined => followed.get(gameId)?.presentSince,

    follow(gameId: GameId): void {
      if (followed.has(gameId)) return;
      const game: Followed = {
        log: [],
        state: null,
        since: performance.now(),
        recovery: undefined,
        latestSeq: 0,
        presence: undefined,
        presentSince: undefined,
      };
      followed.set(gameId, game);
      if (connection.isConnected) void recover(gameId, game);
    },

    unfollow(gameId: GameId): void {
      followed.delete(gameId);
      void request('game:unwatch', { gameId });
    },

    /** Resolves with the first state that `isWanted` accepts; undefined when the run is over. */
    async until(gameId: GameId, isWanted: (state: GameState) => boolean): Promise<GameState | undefined> {
      while (!signal.aborted) {
        const state = followed.get(gameId)?.state;
        if (state != null && isWanted(state)) return state;
        await new Promise<void>((resolve) => {
          const check = (): void => {
            waiting.delete(check);
            signal.removeEventListener('abort', check);
            resolve();
          };
          waiting.add(check);
          signal.addEventListener('abort', check);
        });
      }
      return undefined;
    },

    /**
     * Sends an idempotent request until it is answered by more than a temporary refusal, or until the attempts run out.
     */
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
            if ('seq' in answer.value && 'gameId' in payload) receiveAnswer(payload.gameId, answer.value);
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

/** Temporary refusals: the client may try again. */
const isPassing = (code: string): boolean => ['not-saved', 'busy', 'too-many-requests', 'unexpected'].includes(code);

export const newCommandId = (): CommandId => CommandId.parse(randomUUID());
