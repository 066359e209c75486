import { setTimeout as delay } from 'node:timers/promises';
import {
  type Ack,
  type Broadcast,
  broadcasts,
  type Command,
  CommandId,
  DEFAULT_SETTINGS,
  type GameId,
  type LoggedEvent,
  Me,
  type Payload,
  type Player,
  type Reply,
  type RequestInput,
  type RequestName,
  type Settings,
} from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { io, type Socket } from 'socket.io-client';

export type Client = Awaited<ReturnType<typeof connect>>;

let commands = 0;
export const newCommandId = (): CommandId => CommandId.parse(`command-${process.pid}-${++commands}`);

/** Retries a request that was rate-limited, after the delay that the server states. */
export async function retryWhenLimited<T>(send: () => Promise<Ack<T>>): Promise<Ack<T>> {
  for (let tries = 0; ; tries += 1) {
    const answer = await send();
    if (answer.ok || answer.refusal.code !== 'too-many-requests' || tries === 5) return answer;
    await delay(answer.refusal.retryMs);
  }
}

export async function becomeGuest(url: string): Promise<{ cookie: string; player: Player }> {
  const response = await fetch(`${url}/api/me`);
  if (!response.ok) throw new Error(`no new guest: ${response.status} ${await response.text()}`);
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { cookie, player: Me.parse(await response.json()).player };
}

export const tableOptions = (
  change: Partial<Settings>,
  side: Side | null,
  more: Partial<Pick<Payload<'game:create'>, 'reserved' | 'computers' | 'from'>> = {},
): Payload<'game:create'> => ({
  commandId: newCommandId(),
  settings: { ...DEFAULT_SETTINGS, ...change },
  side,
  reserved: [],
  from: null,
  ...more,
});

export async function connect(
  url: string,
  cookie: string,
  headers: Readonly<Record<string, string>> = {},
  auth: Readonly<Record<string, unknown>> = {},
) {
  const socket: Socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    auth,
    extraHeaders: cookie === '' ? { ...headers } : { ...headers, cookie },
  });
  const received: Broadcast<'game:events'>[] = [];
  const listeners = new Set<() => void>();
  socket.on('game:events', (message: unknown) => {
    received.push(broadcasts['game:events'].parse(message));
    for (const listener of listeners) listener();
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));

  /** Sends any payload under any name, for tests of invalid requests. */
  const sendRaw = (event: string, payload: unknown): Promise<Ack<unknown>> => socket.emitWithAck(event, payload);
  const request = <N extends RequestName>(event: N, payload: RequestInput<N>): Promise<Ack<Reply<N>>> =>
    sendRaw(event, payload) as Promise<Ack<Reply<N>>>;
  const command = (gameId: GameId, command: Command, commandId = newCommandId()) =>
    request('game:command', { gameId, commandId, command });
  const requestOrThrow = async <N extends RequestName>(event: N, payload: RequestInput<N>): Promise<Reply<N>> => {
    const answer = await request(event, payload);
    if (!answer.ok) throw new Error(`${event} was rejected: ${answer.refusal.code}`);
    return answer.value;
  };

  return {
    socket,
    sendRaw,
    request,
    command,
    requestOrThrow,
    /** The number of the last event that the command caused. */
    commandOrThrow: async (gameId: GameId, command: Command): Promise<number> =>
      (await requestOrThrow('game:command', { gameId, commandId: newCommandId(), command })).seq,
    /** Events of a game that were broadcast to this connection, in order. */
    eventsOf: (gameId: GameId): LoggedEvent[] =>
      received.filter((each) => each.gameId === gameId).flatMap((each) => each.events),
    /** Resolves when the game's events received so far satisfy `done`. */
    waitForEvents: (gameId: GameId, done: (events: readonly LoggedEvent[]) => boolean): Promise<void> =>
      new Promise((resolve) => {
        const look = () => {
          if (!done(received.filter((each) => each.gameId === gameId).flatMap((each) => each.events))) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      }),
    /** Opens a table with the default settings and these changes. */
    create: async (
      change: Partial<Settings>,
      side: Side | null,
      more: Partial<Pick<Payload<'game:create'>, 'reserved' | 'computers' | 'from'>> = {},
    ): Promise<GameId> => (await requestOrThrow('game:create', tableOptions(change, side, more))).gameId,
    close: (): void => void socket.disconnect(),
  };
}

export const guestsAt = <U extends readonly string[]>(...urls: U) =>
  Promise.all(urls.map(guestAt)) as Promise<{ [I in keyof U]: Awaited<ReturnType<typeof guestAt>> }>;

export async function guestAt(url: string): Promise<Client & { player: Player; cookie: string }> {
  const { cookie, player } = await becomeGuest(url);
  return { ...(await connect(url, cookie)), player, cookie };
}
