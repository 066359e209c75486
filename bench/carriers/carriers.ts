import { createAdapter } from '@socket.io/redis-streams-adapter';
import { type RedisOptions as AnyOptions, Redis } from 'ioredis';
import pg from 'pg';
import { type Namespace, Server } from 'socket.io';
import type { Commit } from './commits.ts';

/**
 * A commit in transit. `n` numbers a publisher's messages, `at` is the send time by the machine's monotonic clock, in
 * ms.
 */
type Message = { readonly n: number; readonly at: number; readonly commit: Commit };

export type Carrier = {
  /** Resolves when the carrier has the message; throws if it cannot be sent. */
  publish(message: Message): Promise<void>;
  /** Calls `onMessage` for each message of other nodes, after this node has emitted it to its own sockets. */
  listen(onMessage: (message: Pick<Message, 'n' | 'at'>) => void): Promise<void>;
};

export const CARRIERS = ['pub/sub', 'streams', 'adapter', 'notify'] as const;
type RedisOptions = Omit<AnyOptions, 'replyMapping'>;

export type CarrierName = (typeof CARRIERS)[number];

/** The addresses of the carriers, and the channel that both nodes share. */
export type Addresses = { readonly redis: string; readonly postgres: string; readonly channel: string };

/** Messages a stream keeps: five seconds at 2,000 a second; the adapter's default. */
const KEPT = 10_000;

const BLOCK_MS = 5_000;

const POOL = 16;

const retryStrategy = (times: number): number => Math.min(500, times * 50);

/** Like the server, sends nothing later if Redis is down: the listener notices the gap in the numbers. */
const FAIL_FAST: RedisOptions = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy,
};

/** A stream loses nothing, so messages wait until Redis is back. */
const QUEUE_WHILE_DOWN: RedisOptions = { maxRetriesPerRequest: null, retryStrategy };

/** Every node emits a commit to its own sockets, so each measurement includes it. The rooms are empty. */
export const emitHere = (io: Server, commit: Commit): void =>
  void io.local.to(`game:${commit.gameId}`).emit('game:events', commit);

async function pubSub({ redis, channel }: Addresses, io: Server): Promise<Carrier> {
  const [client, listening] = [
    await connect(redis, { ...FAIL_FAST, enableAutoPipelining: true }),
    await connect(redis, FAIL_FAST),
  ];
  return {
    async publish(message) {
      emitHere(io, message.commit);
      await client.publish(channel, JSON.stringify(message));
    },
    async listen(onMessage) {
      listening.on('message', (_, text) => receive(io, text, onMessage));
      await listening.subscribe(channel);
    },
  };
}

async function streams({ redis, channel }: Addresses, io: Server): Promise<Carrier> {
  const [client, listening] = [
    await connect(redis, { ...QUEUE_WHILE_DOWN, enableAutoPipelining: true }),
    await connect(redis, QUEUE_WHILE_DOWN),
  ];
  return {
    async publish(message) {
      emitHere(io, message.commit);
      await client.xadd(channel, 'MAXLEN', '~', KEPT, '*', 'm', JSON.stringify(message));
    },
    async listen(onMessage) {
      void (async () => {
        let last = '$';
        for (;;) {
          const read = await listening.xread('COUNT', 100, 'BLOCK', BLOCK_MS, 'STREAMS', channel, last);
          for (const [id, [, text]] of read?.[0]?.[1] ?? []) {
            last = id;
            if (text !== undefined) receive(io, text, onMessage);
          }
        }
      })();
    },
  };
}

/** Socket.IO's adapter on a stream: an emit reaches the sockets of all nodes. */
async function adapter({ redis, channel }: Addresses): Promise<Carrier> {
  const client = await connect(redis, { ...QUEUE_WHILE_DOWN, enableAutoPipelining: true });
  const build = createAdapter(client, {
    streamName: `${channel}-emitted`,
    maxLen: KEPT,
    blockTimeInMs: BLOCK_MS,
    onlyPlaintext: true,
  });
  const built: ReturnType<typeof build>[] = [];
  /** Socket.IO calls it with `new`, so it cannot be an arrow function. */
  function buildAdapter(namespace: Namespace) {
    const one = build(namespace);
    built.push(one);
    return one;
  }
  const io = new Server({ adapter: buildAdapter });
  const [main] = built;
  if (main === undefined) throw new Error('Socket.IO asks for the adapter of its main namespace at once');
  let sent: Promise<unknown> = Promise.resolve();
  const send = main.doPublish.bind(main);
  main.doPublish = (message) => {
    sent = send(message);
    return sent;
  };
  return {
    async publish(message) {
      io.to(`game:${message.commit.gameId}`).emit('game:events', message);
      await sent;
    },
    async listen(onMessage) {
      const take = main.onRawMessage.bind(main);
      main.onRawMessage = (raw, offset) => {
        take(raw, offset);
        const [, n, at] = /"n":(\d+),"at":([\d.]+)/.exec(raw.data ?? '') ?? [];
        if (n !== undefined) onMessage({ n: Number(n), at: Number(at) });
      };
    },
  };
}

async function notify({ postgres, channel }: Addresses, io: Server): Promise<Carrier> {
  const pool = new pg.Pool({ connectionString: postgres, max: POOL });
  pool.on('error', () => undefined);
  return {
    async publish(message) {
      emitHere(io, message.commit);
      await pool.query({
        name: 'notify',
        text: `select pg_notify('${channel}', $1)`,
        values: [JSON.stringify(message)],
      });
    },
    listen: (onMessage) => listenToPostgres(postgres, channel, (text) => receive(io, text, onMessage)),
  };
}

/** pg does not reconnect by itself. */
async function listenToPostgres(url: string, channel: string, onMessage: (text: string) => void): Promise<void> {
  const again = (tries: number): unknown =>
    setTimeout(() => listenToPostgres(url, channel, onMessage).catch(() => again(tries + 1)), retryStrategy(tries));
  const client = new pg.Client({ connectionString: url });
  client.on('notification', ({ payload }) => onMessage(payload ?? ''));
  client.on('error', () => undefined);
  await client.connect();
  client.once('end', () => again(1));
  await client.query(`listen ${channel}`);
}

function receive(io: Server, text: string, onMessage: (message: Message) => void): void {
  const message: Message = JSON.parse(text);
  emitHere(io, message.commit);
  onMessage(message);
}

async function connect(url: string, options: RedisOptions): Promise<Redis> {
  const redis = new Redis(url, { ...options, lazyConnect: true });
  redis.on('error', () => undefined);
  await redis.connect();
  return redis;
}

export async function openCarriers(addresses: Addresses, io: Server): Promise<Record<CarrierName, Carrier>> {
  return {
    'pub/sub': await pubSub(addresses, io),
    streams: await streams(addresses, io),
    adapter: await adapter(addresses),
    notify: await notify(addresses, io),
  };
}
