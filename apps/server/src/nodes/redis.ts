import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Cluster, Redis } from 'ioredis';
import { errorMessage, ServiceUnreachable } from '../runtime/errors.ts';
import { singleFlight } from '../runtime/single-flight.ts';
import type { Carrier } from './carrier.ts';

const RETRY_MS = 500;
const COMMAND_MS = 1_000;
const CONNECT_MS = 2_000;

/** Subscribed to at a time when a connection is renewed. */
const CHANNELS_AT_A_TIME = 1_000;

/** How long the start waits, because Redis may be starting as well. */
const START_MS = 10_000;

const OPTIONS = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  connectTimeout: CONNECT_MS,
  commandTimeout: COMMAND_MS,
  retryStrategy: (times: number) => Math.min(RETRY_MS, times * 50),
};

type Connection = Redis | Cluster;

export type RedisConnection = {
  /** For commands. They fail immediately while Redis is unreachable. */
  readonly client: Connection;
  readonly carrier: Carrier;
  readonly prefix: string;
  isUp(): boolean;
};

/** Connects to a Redis or to the cluster that it belongs to. Retries without limit. @throws ServiceUnreachable at the start */
export async function connectRedis(url: string, prefix: string): Promise<RedisConnection> {
  const opened: Connection[] = [];
  let fault = 'no answer';
  const late = AbortSignal.timeout(START_MS);
  const close = (): void => {
    for (const connection of opened) connection.disconnect();
  };

  async function ready<T extends Connection>(connection: T): Promise<T> {
    opened.push(connection);
    // Not logged: the errors repeat while Redis is down. `isUp` and the bus gaps report the outage once.
    connection.on('error', ({ message }) => {
      fault = message;
    });
    // `once` of `node:events` would reject on the first error.
    await new Promise<void>((resolve) => void connection.once('ready', () => resolve()));
    return connection;
  }

  /** Asks again until the start is too late, because a busy Redis may not answer within the time of a command. */
  async function isClusterMember(redis: Redis): Promise<boolean> {
    while (!late.aborted) {
      try {
        return (await redis.info('cluster')).includes('cluster_enabled:1');
      } catch (error) {
        fault = errorMessage(error);
        await delay(RETRY_MS);
      }
    }
    throw late.reason;
  }

  /** @returns the connection for commands, and the one that listens unless a cluster does both */
  async function connect(): Promise<readonly [Connection, Connection?]> {
    const redis = await ready(new Redis(url, { ...OPTIONS, enableAutoPipelining: true }));
    if (!(await isClusterMember(redis))) {
      return [redis, await ready(new Redis(url, OPTIONS))];
    }
    redis.disconnect();
    const { username, password, tls } = redis.options;
    // Without pipelines, because those are not sent again to the new owner of a slot.
    const cluster = new Cluster([url], {
      shardedSubscribers: true,
      enableOfflineQueue: false,
      clusterRetryStrategy: OPTIONS.retryStrategy,
      clusterNodeRetryStrategy: OPTIONS.retryStrategy,
      redisOptions: { ...OPTIONS, username, password, tls },
    });
    return [await ready(cluster)];
  }

  const tooLate = once(late, 'abort').then((): never => {
    throw late.reason;
  });
  try {
    const [client, listening = client] = await Promise.race([connect(), tooLate]);
    const carrier = createCarrier(client, listening, prefix);
    const isUp = (): boolean => client.status === 'ready' && listening.status === 'ready';
    return { client, carrier, prefix, isUp };
  } catch (error) {
    close();
    const { host } = new URL(url);
    throw new ServiceUnreachable(`Redis at ${host} is unreachable (${fault}): start it, or correct REDIS_URL.`, {
      cause: error,
    });
  }
}

/** Sharded pub/sub. It renews the subscriptions of a new connection itself, to know when all are active again. */
function createCarrier(client: Connection, listening: Connection, prefix: string): Carrier {
  const isCluster = listening instanceof Cluster;
  const channels = new Set<string>();
  /** Channels whose subscription is not active. */
  const missing = new Set<string>();
  const restored = new Set<() => void>();

  const subscribe = async (channel: string): Promise<void> => {
    await listening.ssubscribe(prefix + channel);
    missing.delete(channel);
  };

  const { request: restore, close: stopRestoring } = singleFlight(
    async (closing) => {
      const all = [...missing];
      for (let i = 0; i < all.length; i += CHANNELS_AT_A_TIME) {
        await Promise.allSettled(
          all
            .slice(i, i + CHANNELS_AT_A_TIME)
            .filter((channel) => missing.has(channel))
            .map(subscribe),
        );
      }
      if (missing.size === 0) {
        for (const listener of restored) listener();
      } else if (listening.status === 'ready') {
        await delay(RETRY_MS, undefined, { ref: false, signal: closing });
        restore();
      }
    },
    () => undefined,
  ); // closed

  listening.on(isCluster ? 'subscribersReady' : 'ready', () => {
    for (const channel of channels) missing.add(channel);
    if (channels.size > 0) restore();
  });

  return {
    async send(channel, text) {
      return Number(await client.spublish(prefix + channel, text));
    },
    async subscribe(channel) {
      channels.add(channel);
      try {
        await subscribe(channel);
      } catch (error) {
        missing.add(channel);
        if (listening.status === 'ready') restore(); // otherwise the new connection does it
        throw error;
      }
    },
    unsubscribe(channel) {
      channels.delete(channel);
      missing.delete(channel);
      listening.sunsubscribe(prefix + channel).catch(() => undefined); // a new connection subscribes to `channels` only
    },
    listen: (listener) =>
      void listening.on('smessage', (channel: string, text: string) => listener(channel.slice(prefix.length), text)),
    onInterrupted(listener) {
      for (const event of ['close', '-subscriber']) listening.on(event, listener); // the second when a shard is lost
    },
    onRestored: (listener) => void restored.add(listener),
    close() {
      void stopRestoring();
      client.disconnect();
      listening.disconnect();
    },
  };
}
