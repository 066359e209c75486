import { CLIENT_ERROR_SOURCES, type ClientError } from '@terrace/protocol';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { gaugeEventLoopDelay } from './event-loop.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** What is looked up whenever somebody reads the metrics. */
export type Sources = {
  /** Open WebSockets, those with a Socket.IO connection, and its rooms by kind. */
  readonly sockets: () => {
    readonly webSockets: number;
    readonly open: number;
    readonly rooms: ReadonlyMap<string, number>;
  };
  /** Appends that wait for the statement before theirs. */
  readonly appendsWaiting: () => number;
  readonly isPostgresAway: () => boolean;
  /** Whether all other nodes that live can be heard. */
  readonly isFullyConnected: () => boolean;
  /** Whether Redis answers, as far as it is known; undefined without one. */
  readonly isRedisUp?: (() => boolean) | undefined;
};

/** Upper bounds of what players wait for, in s. */
const LATENCIES_S = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

/** A flag is to fall within 0.3 s; after an outage it may be much later. */
const LATENESS_S = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 15, 60];

/** Games in one statement, up to the most that an append queue sends. */
const BATCHES = [1, 2, 4, 8, 16, 32, 64, 128];

/**
 * What a node tells about itself in Prometheus's form. Each app has its own registry. The functions are handed to where the
 * numbers are known, as listeners: nothing else in the server knows that they are counted. Times go in as ms, and out as
 * seconds, as is usual there.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const eventLoop = gaugeEventLoopDelay(registry);

  const requests = new Histogram({
    ...{ name: 'terrace_request_seconds', help: 'From a request over a socket to its answer.', registers },
    ...{ labelNames: ['event'], buckets: LATENCIES_S },
  });
  const answers = new Counter({
    ...{ name: 'terrace_requests_total', help: 'Requests over sockets, by what they were answered.', registers },
    labelNames: ['event', 'answer'],
  });
  const commands = new Counter({
    ...{ name: 'terrace_commands_total', help: 'Commands to games, sent in any way or by the server.', registers },
    labelNames: ['kind', 'answer'],
  });
  const httpRequests = new Counter({
    ...{ name: 'terrace_http_requests_total', help: 'HTTP requests, by the operation of the API.', registers },
    labelNames: ['operation', 'status'],
  });
  const faults = new Counter({
    ...{ name: 'terrace_faults_total', help: 'Requests and connections that failed by a fault of ours.', registers },
    labelNames: ['over'],
  });
  // Of what begins with 1, Prometheus sees no increase.
  for (const over of ['socket', 'http', 'connection']) faults.inc({ over }, 0);
  const clientErrors = new Counter({
    ...{
      name: 'terrace_client_errors_total',
      help: 'Errors that pages reported, by where they were caught.',
      registers,
    },
    labelNames: ['source'],
  });
  for (const source of CLIENT_ERROR_SOURCES) clientErrors.inc({ source }, 0);
  const appends = new Histogram({
    ...{ name: 'terrace_append_seconds', help: 'From asking for an append to its commit.', registers },
    ...{ labelNames: ['outcome'], buckets: LATENCIES_S },
  });
  const batches = new Histogram({
    ...{ name: 'terrace_append_batch_games', help: 'Games whose appends share a commit.', registers },
    buckets: BATCHES,
  });
  const flags = new Histogram({
    ...{ name: 'terrace_flag_late_seconds', help: 'From a deadline to the commit of its flag.', registers },
    buckets: LATENESS_S,
  });
  const feed = new Histogram({
    ...{ name: 'terrace_feed_lag_seconds', help: 'From a commit on another node to its being heard here.', registers },
    buckets: LATENCIES_S,
  });
  const outages = new Counter({
    ...{ name: 'terrace_postgres_outages_total', help: 'Times at which nothing could be saved any more.', registers },
  });

  return {
    /** The gauges of what is looked up when it is asked for. */
    watch({ sockets, appendsWaiting, isPostgresAway, isFullyConnected, isRedisUp }: Sources): void {
      const rooms = new Gauge({
        ...{ name: 'terrace_rooms', help: 'Rooms with somebody in them, by kind.', labelNames: ['kind'], registers },
      });
      new Gauge({
        ...{ name: 'terrace_websockets', help: 'Open WebSockets, before and after their CONNECT packet.', registers },
        collect() {
          this.set(sockets().webSockets);
        },
      });
      new Gauge({
        ...{ name: 'terrace_sockets', help: 'Open Socket.IO connections.', registers },
        collect() {
          const now = sockets();
          this.set(now.open);
          rooms.reset();
          for (const [kind, count] of now.rooms) rooms.set({ kind }, count);
        },
      });
      new Gauge({
        ...{ name: 'terrace_appends_waiting', help: 'Appends that wait for the one before.', registers },
        collect() {
          this.set(appendsWaiting());
        },
      });
      new Gauge({
        ...{ name: 'terrace_postgres_up', help: 'Whether games can be saved, as far as it is known.', registers },
        collect() {
          this.set(isPostgresAway() ? 0 : 1);
        },
      });
      new Gauge({
        ...{ name: 'terrace_cluster_whole', help: 'Whether all other nodes that live can be heard.', registers },
        collect() {
          this.set(isFullyConnected() ? 1 : 0);
        },
      });
      if (isRedisUp === undefined) return; // without one nothing is down
      new Gauge({
        ...{ name: 'terrace_redis_up', help: 'Whether Redis answers.', registers },
        collect() {
          this.set(isRedisUp() ? 1 : 0);
        },
      });
    },

    /** A request over a socket was answered: `ok`, or with a refusal of this code. */
    requestAnswered(event: string, answer: string, tookMs: number): void {
      requests.observe({ event }, tookMs / 1000);
      answers.inc({ event, answer });
      if (answer === 'unexpected') faults.inc({ over: 'socket' });
    },
    /** A connection was closed for an exception of ours. */
    connectionFailed: (): void => faults.inc({ over: 'connection' }),
    commandAnswered: (kind: string, answer: string): void => commands.inc({ kind, answer }),
    httpAnswered(operation: string, status: number): void {
      httpRequests.inc({ operation, status });
      if (status === 500) faults.inc({ over: 'http' });
    },

    clientErrorReported: (source: ClientError['source']): void => clientErrors.inc({ source }),

    /** One statement appends to so many games. */
    batchSent: (games: number): void => batches.observe(games),
    appended: (outcome: string, tookMs: number): void => appends.observe({ outcome }, tookMs / 1000),

    flagged: (lateMs: number): void => flags.observe(lateMs / 1000),
    postgresLost: (): void => outages.inc(),

    /** What another node has committed was heard here, so many ms later. */
    feedHeard: (lagMs: number): void => feed.observe(Math.max(0, lagMs) / 1000),

    contentType: registry.contentType,
    text: (): Promise<string> => registry.metrics(),
    close: (): void => eventLoop.close(),
  };
}
