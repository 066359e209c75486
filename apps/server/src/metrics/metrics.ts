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
  readonly appendsWaiting: () => number;
  readonly isPostgresDown: () => boolean;
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

  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[], labelNames: string[] = []) =>
    new Histogram({ name, help, buckets, labelNames, registers });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });

  const requests = histogram('terrace_request_seconds', 'From a request over a socket to its answer.', LATENCIES_S, [
    'event',
  ]);
  const answers = counter('terrace_requests_total', 'Requests over sockets, by what they were answered.', [
    'event',
    'answer',
  ]);
  const commands = counter('terrace_commands_total', 'Commands to games, sent in any way or by the server.', [
    'kind',
    'answer',
  ]);
  const httpRequests = counter('terrace_http_requests_total', 'HTTP requests, by the operation of the API.', [
    'operation',
    'status',
  ]);
  const faults = counter('terrace_faults_total', 'Requests and connections that failed by a fault of ours.', ['over']);
  // Of what begins with 1, Prometheus sees no increase.
  for (const over of ['socket', 'http', 'connection']) faults.inc({ over }, 0);
  const clientErrors = counter(
    'terrace_client_errors_total',
    'Errors that pages reported, by where they were caught.',
    ['source'],
  );
  for (const source of CLIENT_ERROR_SOURCES) clientErrors.inc({ source }, 0);
  const appends = histogram('terrace_append_seconds', 'From asking for an append to its commit.', LATENCIES_S, [
    'outcome',
  ]);
  const batches = histogram('terrace_append_batch_games', 'Games whose appends share a commit.', BATCHES);
  const flags = histogram('terrace_flag_late_seconds', 'From a deadline to the commit of its flag.', LATENESS_S);
  const feed = histogram(
    'terrace_feed_lag_seconds',
    'From a commit on another node to its being heard here.',
    LATENCIES_S,
  );
  const outages = counter('terrace_postgres_outages_total', 'Times at which nothing could be saved any more.');

  return {
    /** The gauges of what is looked up when it is asked for. */
    watch({ sockets, appendsWaiting, isPostgresDown, isFullyConnected, isRedisUp }: Sources): void {
      new Gauge({
        name: 'terrace_rooms',
        help: 'Rooms with somebody in them, by kind.',
        labelNames: ['kind'],
        registers,
        collect() {
          this.reset();
          for (const [kind, count] of sockets().rooms) this.set({ kind }, count);
        },
      });
      gauge(
        'terrace_websockets',
        'Open WebSockets, before and after their CONNECT packet.',
        () => sockets().webSockets,
      );
      gauge('terrace_sockets', 'Open Socket.IO connections.', () => sockets().open);
      gauge('terrace_appends_waiting', 'Appends that wait for the one before.', appendsWaiting);
      gauge('terrace_postgres_up', 'Whether games can be saved, as far as it is known.', () =>
        isPostgresDown() ? 0 : 1,
      );
      gauge('terrace_cluster_whole', 'Whether all other nodes that live can be heard.', () =>
        Number(isFullyConnected()),
      );
      // Without one nothing is down.
      if (isRedisUp !== undefined) gauge('terrace_redis_up', 'Whether Redis answers.', () => Number(isRedisUp()));
    },

    /** A request over a socket was answered: `ok`, or with a refusal of this code. */
    requestAnswered(event: string, answer: string, tookMs: number): void {
      requests.observe({ event }, tookMs / 1000);
      answers.inc({ event, answer });
      if (answer === 'unexpected') faults.inc({ over: 'socket' });
    },
    connectionFailed: (): void => faults.inc({ over: 'connection' }),
    commandAnswered: (kind: string, answer: string): void => commands.inc({ kind, answer }),
    httpAnswered(operation: string, status: number): void {
      httpRequests.inc({ operation, status });
      if (status === 500) faults.inc({ over: 'http' });
    },

    clientErrorReported: (source: ClientError['source']): void => clientErrors.inc({ source }),

    batchSent: (games: number): void => batches.observe(games),
    appended: (outcome: string, tookMs: number): void => appends.observe({ outcome }, tookMs / 1000),

    flagged: (lateMs: number): void => flags.observe(lateMs / 1000),
    postgresLost: (): void => outages.inc(),

    /** What another node has committed was heard here, so many ms later. */
    commitReceived: (lagMs: number): void => feed.observe(Math.max(0, lagMs) / 1000),

    contentType: registry.contentType,
    text: (): Promise<string> => registry.metrics(),
    close: (): void => eventLoop.close(),
  };
}
