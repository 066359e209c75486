import { once } from 'node:events';
import { Redis } from 'ioredis';
import { StartError } from '../runtime/errors.ts';
import type { Carrier } from './carrier.ts';

const MAX_RETRY_MS = 500;

const COMMAND_MS = 1_000;

/** In one command when a connection is renewed. */
const CHANNELS_AT_A_TIME = 1_000;
const CONNECT_MS = 2_000;

/** How long the start waits, because Redis may be starting as well. */
const START_MS = 10_000;

export type RedisConnection = {
  /** For commands. They fail immediately while Redis is unreachable. */
  readonly client: Redis;
  readonly carrier: Carrier;
  readonly prefix: string;
  isUp(): boolean;
};

/** Connects twice: for commands and the subscription. Retries without limit. @throws StartError if down at the start */
export async function connectRedis(url: string, prefix: string): Promise<RedisConnection> {
  const options = {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    enableAutoPipelining: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: COMMAND_MS,
    retryStrategy: (times: number) => Math.min(MAX_RETRY_MS, times * 50),
  };
  const client = new Redis(url, options);
  const listening = new Redis(url, { ...options, enableAutoPipelining: false, autoResubscribe: false });
  let fault = 'no answer';
  // Not logged: the errors repeat while Redis is down. `isUp` and the bus gaps report the outage once.
  for (const one of [client, listening]) {
    one.on('error', ({ message }) => {
      fault = message;
    });
  }
  // `once` would reject on the first error.
  const isReady = new Promise<void>((resolve) => {
    client.once('ready', () => resolve());
  });
  const isListening = new Promise<void>((resolve) => {
    listening.once('ready', () => resolve());
  });
  const carrier = createCarrier(client, listening, prefix);
  const close = (): void => {
    client.disconnect();
    carrier.close();
  };
  const late = AbortSignal.timeout(START_MS);
  try {
    await Promise.race([Promise.all([isReady, isListening]), once(late, 'abort').then(() => late.throwIfAborted())]);
  } catch (error) {
    close();
    const { host } = new URL(url);
    throw new StartError(`Redis at ${host} is unreachable (${fault}): start it, or correct REDIS_URL.`, {
      cause: error,
    });
  }
  const isUp = (): boolean => client.status === 'ready' && listening.status === 'ready';
  return { client, carrier: { ...carrier, close }, prefix, isUp };
}

/** Sharded pub/sub. It renews the subscriptions of a new connection itself, to know when all are active again. */
function createCarrier(client: Redis, listening: Redis, prefix: string): Carrier {
  const channels = new Set<string>();
  const restored = new Set<() => void>();
  let wasReady = false;

  async function subscribeAll(): Promise<void> {
    const all = [...channels];
    for (let i = 0; i < all.length; i += CHANNELS_AT_A_TIME) {
      await listening.ssubscribe(...all.slice(i, i + CHANNELS_AT_A_TIME).map((channel) => prefix + channel));
    }
    for (const listener of restored) listener();
  }

  listening.on('ready', () => {
    if (wasReady || channels.size > 0) subscribeAll().catch(() => listening.disconnect(true));
    wasReady = true;
  });

  return {
    async send(channel, text) {
      return Number(await client.spublish(prefix + channel, text));
    },
    async subscribe(channel) {
      channels.add(channel);
      try {
        await listening.ssubscribe(prefix + channel);
      } catch (error) {
        if (listening.status === 'ready') listening.disconnect(true); // the new connection subscribes to all channels
        throw error;
      }
    },
    unsubscribe(channel) {
      channels.delete(channel);
      listening.sunsubscribe(prefix + channel).catch(() => undefined); // a new connection subscribes to `channels` only
    },
    listen: (listener) =>
      void listening.on('smessage', (channel: string, text: string) => listener(channel.slice(prefix.length), text)),
    onRestored: (listener) => void restored.add(listener),
    close: () => listening.disconnect(),
  };
}
