import { CLIENT_ERROR_SOURCES, type ClientError } from '@terrace/protocol';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { gaugeEventLoopDelay } from './event-loop.ts';

export type Metrics = ReturnType<typeof createMetrics>;

export type Sources = {
  readonly sockets: () => {
    readonly webSockets: number;
    readonly open: number;
    readonly rooms: ReadonlyMap<string, number>;
  };
  readonly appendsWaiting: () => number;
  readonly isPostgresDown: () => boolean;
  readonly isFullyConnected: () => boolean;
  readonly followedGames: () => number;
  readonly isRedisUp?: (() => boolean) | undefined;
};

/** Upper bounds of waiting times, in s. */
const LATENCIES_S = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

/** Flags are due within 0.3 s, and much later after an outage. */
const LATENESS_S = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 15, 60];

/** Up to the limit of an append queue. */
const BATCHES = [1, 2, 4, 8, 16, 32, 64, 128];

/**
 * The metrics of a node for Prometheus. Each app has its own registry. The functions are passed as listeners, so that
 * the rest of the server does not depend on metrics. They take ms; the metrics are in seconds.
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

  const requests = histogram('terrace_request_seconds', 'Time from a socket request to its answer.', LATENCIES_S, [
    'event',
  ]);
  const answers = counter('terrace_requests_total', 'Socket requests, by answer.', ['event', 'answer']);
  const commands = counter('terrace_commands_total', 'Game commands of all transports and of the server.', [
    'kind',
    'answer',
  ]);
  const httpRequests = counter('terrace_http_requests_total', 'HTTP requests, by API operation.', [
    'operation',
    'status',
  ]);
  const faults = counter('terrace_faults_total', 'Requests and connections that failed because of a server fault.', [
    'over',
  ]);
  // Prometheus misses the increase of a counter that first appears at 1.
  for (const over of ['socket', 'http', 'connection']) faults.inc({ over }, 0);
  const clientErrors = counter('terrace_client_errors_total', 'Errors reported by pages, by source.', ['source']);
  for (const source of CLIENT_ERROR_SOURCES) clientErrors.inc({ source }, 0);
  const appends = histogram('terrace_append_seconds', 'Time from an append request to its commit.', LATENCIES_S, [
    'outcome',
  ]);
  const batches = histogram('terrace_append_batch_games', 'Games per append commit.', BATCHES);
  const flags = histogram('terrace_flag_late_seconds', 'Time from a deadline to the commit of its flag.', LATENESS_S);
  const feed = histogram(
    'terrace_feed_lag_seconds',
    'Time from a commit on another node to its arrival here.',
    LATENCIES_S,
  );
  const notifications = counter('terrace_notifications_total', 'Deliveries of notifications outside of pages.', [
    'channel',
    'outcome',
  ]);
  for (const channel of ['push', 'mail', 'webhook']) {
    for (const outcome of ['delivered', 'failed']) notifications.inc({ channel, outcome }, 0);
  }
  const queue = { pending: 0, oldestSeconds: 0, mailLateSeconds: 0, webhookLateSeconds: 0 };
  gauge(
    'terrace_notifications_pending',
    'Notifications with deliveries left, as counted by the background work of this server.',
    () => queue.pending,
  );
  gauge('terrace_notification_oldest_seconds', 'Age of the oldest of them.', () => queue.oldestSeconds);
  gauge('terrace_mail_late_seconds', 'How long the oldest due mail has been waiting.', () => queue.mailLateSeconds);
  gauge(
    'terrace_webhook_late_seconds',
    'How long the oldest due delivery to a webhook waits for a free slot.',
    () => queue.webhookLateSeconds,
  );
  const webhookFailures = counter('terrace_webhook_failures_total', 'Failed attempts to reach webhooks, by kind.', [
    'kind',
  ]);
  for (const kind of ['status', 'no-reply', 'address']) webhookFailures.inc({ kind }, 0);
  const processUp = new Gauge({
    name: 'terrace_process_up',
    help: 'Whether a process of this server next to play is up.',
    labelNames: ['process'],
    registers,
  });
  const processFailures = counter(
    'terrace_process_failures_total',
    'Times that such a process ended and was restarted.',
    ['process'],
  );
  for (const process of ['pages', 'jobs']) processFailures.inc({ process }, 0);
  const outages = counter('terrace_postgres_outages_total', 'Outages of Postgres.');

  return {
    watch({ sockets, appendsWaiting, isPostgresDown, isFullyConnected, followedGames, isRedisUp }: Sources): void {
      new Gauge({
        name: 'terrace_rooms',
        help: 'Non-empty rooms, by kind.',
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
      gauge('terrace_appends_waiting', 'Queued appends.', appendsWaiting);
      gauge('terrace_postgres_up', 'Whether Postgres is reachable.', () => (isPostgresDown() ? 0 : 1));
      gauge('terrace_cluster_whole', 'Whether all other live nodes are reachable.', () => Number(isFullyConnected()));
      gauge('terrace_followed_games', 'Games whose messages this node receives.', followedGames);
      if (isRedisUp !== undefined) gauge('terrace_redis_up', 'Whether Redis is reachable.', () => Number(isRedisUp()));
    },

    requestAnswered(event: string, answer: string, tookMs: number): void {
      requests.observe({ event }, tookMs / 1000);
      answers.inc({ event, answer });
      if (answer === 'unexpected') faults.inc({ over: 'socket' });
    },
    /** A request that was answered before its fault. */
    requestFailed: (): void => faults.inc({ over: 'http' }),
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

    commitReceived: (lagMs: number): void => feed.observe(Math.max(0, lagMs) / 1000),

    /** What background work reports. */
    ofJobs: {
      pending(count: number, oldestMs: number): void {
        queue.pending = count;
        queue.oldestSeconds = oldestMs / 1000;
      },
      delivered: (channel: string, outcome: string): void => notifications.inc({ channel, outcome }),
      mailsLate(lateMs: number): void {
        queue.mailLateSeconds = lateMs / 1000;
      },
      webhooksLate(lateMs: number): void {
        queue.webhookLateSeconds = lateMs / 1000;
      },
      webhookFailed: (kind: string): void => webhookFailures.inc({ kind }),
    },

    processUp(name: string, isUp: boolean): void {
      processUp.set({ process: name }, Number(isUp));
    },
    processFailed: (name: string): void => processFailures.inc({ process: name }),

    contentType: registry.contentType,
    text: (): Promise<string> => registry.metrics(),
    close: (): void => eventLoop.close(),
  };
}
