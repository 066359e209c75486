import { once } from 'node:events';
import { Redis } from 'ioredis';
import { StartError } from '../runtime/errors.ts';
import type { Carrier } from './carrier.ts';

const MAX_RETRY_MS = 500;

const COMMAND_MS = 1_000;
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
  const channel = `${prefix}bus`;
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
    throw new StartError(`Redis at ${host} is unreachable (${fault}): start it, or correct REDIS_URL.`, {
      cause: error,
    });
  }
  const carrier: Carrier = {
    send(message) {
      if (client.status !== 'ready') return; // receivers detect the gap by its number
      client.publish(channel, JSON.stringify(message)).catch(() => undefined);
    },
    listen: (listener) => void listening.on('message', (_, text) => listener(parsed(text))),
    close: async () => close(),
  };
  return { client, carrier, prefix, isUp: () => client.status === 'ready' && listening.status === 'ready' };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
