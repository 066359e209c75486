import { once } from 'node:events';
import { Redis } from 'ioredis';
import { StartError } from '../runtime/errors.ts';
import type { Carrier } from './carrier.ts';

const MAX_RETRY_MS = 500;

/** After so long without an answer a command is given up, in ms, and a connection is not made. */
const COMMAND_MS = 1_000;
const CONNECT_MS = 2_000;

/** How long a start tries, in ms: Redis may be starting, too. */
const START_MS = 10_000;

export type RedisConnection = {
  /** For commands; what is asked while Redis is away fails at once. */
  readonly client: Redis;
  readonly carrier: Carrier;
  /** Before every key and channel of this cluster. */
  readonly prefix: string;
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
  const channel = `${prefix}bus`;
  let fault = 'no answer';
  // Each broken connection is said here, again and again while Redis is away; `isUp` and the gaps on the bus tell it once.
  for (const one of [client, listening]) {
    one.on('error', ({ message }) => {
      fault = message;
    });
  }
  // `once` would give up at the first error.
  const isReady = new Promise<void>((resolve) => {
    client.once('ready', () => resolve());
  });
  // A connection that was made anew listens to nothing until it is told to.
  const isListening = new Promise<void>((resolve) => {
    listening.on('ready', () => {
      listening.subscribe(channel).then(
        () => resolve(),
        () => listening.disconnect(true),
      );
    });
  });
  const close = (): void => {
    client.disconnect();
    listening.disconnect();
  };
  const late = AbortSignal.timeout(START_MS);
  try {
    await Promise.race([Promise.all([isReady, isListening]), once(late, 'abort').then(() => late.throwIfAborted())]);
  } catch (error) {
    close();
    const { host } = new URL(url);
    throw new StartError(`Redis at ${host} cannot be used (${fault}): start it, or correct REDIS_URL.`, {
      cause: error,
    });
  }
  const carrier: Carrier = {
    send(message) {
      if (client.status !== 'ready') return; // who listens misses its number
      client.publish(channel, JSON.stringify(message)).catch(() => undefined);
    },
    listen: (listener) => void listening.on('message', (_, text) => listener(parsed(text))),
    close: async () => close(),
  };
  return { client, carrier, prefix, isUp: () => client.status === 'ready' && listening.status === 'ready' };
}

/** What a message says; undefined for what is none of ours, which whoever listens then refuses. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
