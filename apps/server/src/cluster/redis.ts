import { Redis } from 'ioredis';
import { errorMessage, StartError } from '../errors.ts';
import type { Carrier } from './carrier.ts';

/** Longest pause between two tries to reach a Redis that is away, in ms. */
const MAX_RETRY_MS = 500;

/** After so long without an answer a command is given up, in ms, and a connection is not made. */
const COMMAND_MS = 1_000;
const CONNECT_MS = 2_000;

export type RedisConnection = {
  /** For commands; what is asked while Redis is away fails at once. */
  readonly client: Redis;
  readonly carrier: Carrier;
  /** Before every key and channel of this cluster. */
  readonly prefix: string;
  /** Whether Redis answers as far as is known. */
  isUp(): boolean;
};

/**
 * Connects to Redis, or to Valkey: once for commands, once to listen. Connections that break are made again for as long as it
 * takes; nobody waits for that.
 *
 * @throws StartError when it cannot be reached at the start
 */
export async function connectRedis(url: string, prefix: string): Promise<RedisConnection> {
  const options = {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    enableAutoPipelining: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: COMMAND_MS,
    retryStrategy: (times: number) => Math.min(MAX_RETRY_MS, times * 50),
  };
  const client = new Redis(url, options);
  const listening = new Redis(url, { ...options, enableAutoPipelining: false, autoResubscribe: true });
  // Each broken connection is said here, again and again while Redis is away; `isUp` and the gaps on the bus tell it once.
  for (const one of [client, listening]) one.on('error', () => undefined);
  const channel = `${prefix}bus`;
  try {
    await Promise.all([client.connect(), listening.connect()]);
    await listening.subscribe(channel);
  } catch (error) {
    client.disconnect();
    listening.disconnect();
    const { host } = new URL(url);
    throw new StartError(`Redis at ${host} cannot be used (${errorMessage(error)}): start it, or correct REDIS_URL.`, {
      cause: error,
    });
  }
  const carrier: Carrier = {
    send(message) {
      if (client.status !== 'ready') return; // who listens misses its number
      client.publish(channel, JSON.stringify(message)).catch(() => undefined);
    },
    listen: (listener) => void listening.on('message', (_, text) => listener(JSON.parse(text))),
    async close() {
      client.disconnect();
      listening.disconnect();
    },
  };
  return { client, carrier, prefix, isUp: () => client.status === 'ready' && listening.status === 'ready' };
}
