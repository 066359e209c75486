import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ExternalServices } from './accounts/account-services.ts';
import { createPasswords, type Passwords } from './accounts/passwords.ts';
import { createMailQueue } from './accounts/queued-mail.ts';
import { type Budget, createAdmission } from './admission/admission.ts';
import type { TrustProxy } from './admission/client-address.ts';
import { startBackground } from './compose/background.ts';
import { createLive } from './compose/live.ts';
import { joinNodes } from './compose/nodes.ts';
import { createServices } from './compose/services.ts';
import { openStores } from './compose/stores.ts';
import { serve } from './compose/transports.ts';
import { createErrands } from './errands/errands.ts';
import { createMailSeal, errandKey } from './errands/sealed-mail.ts';
import type { AddressLimits } from './game-service/seat-limits.ts';
import { createHttpServer } from './http/index.ts';
import { createReadiness, type Readiness } from './http/readiness.ts';
import type { RouteInfo } from './http/route.ts';
import { REQUEST_TIMEOUT_MS } from './http/server.ts';
import type { Due, Jobs, StartJobs } from './jobs/jobs.ports.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import type { RedisConnection } from './nodes/redis.ts';
import { createMailTokens, mailKey } from './notifications/mail-tokens.ts';
import { createUnsubscribe } from './notifications/unsubscribe.ts';
import { createOutbound, type OutboundOptions } from './runtime/outbound.ts';
import type { Scheduler } from './runtime/scheduler.ts';
import { STOP_MS } from './runtime/stop-times.ts';
import { openSockets } from './socket/index.ts';
import { databaseIdentity } from './store/databases.ts';

export type AppOptions = {
  readonly databaseUrl: string;
  readonly port: number;
  readonly host: string;
  readonly secret: string;
  readonly web: boolean;
  /** The reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted. */
  readonly trustProxy: TrustProxy;
  readonly log: Logger;
  readonly publicUrl?: string;
  readonly budget?: Budget;
  /** The limits of tables, seats and invitations of an address block, if not the default. */
  readonly addressLimits?: AddressLimits;
  readonly requestTimeoutMs?: number;
  readonly external?: ExternalServices;
  /** Hashes passwords. The caller closes it. Defaults to a thread of this server. */
  readonly passwords?: Passwords;
  readonly sourceUrl?: string;
  readonly exhibition?: boolean;
  /** How far searches of computers lower their priority, from 0 to 19. */
  readonly searchNiceness: number;
  /** The Redis that connects several servers on this database. Required for more than one server. */
  readonly redisUrl?: string;
  /** Called when another server took this one's lock while Postgres was unreachable. This server must then stop. */
  readonly onReplaced?: () => void;
  /** How long clients may take to move to another node when this one stops. Defaults to 0. */
  readonly handOverMs?: number;
  /** Requests to push services and webhooks. */
  readonly outbound?: OutboundOptions;
  /** Hosts of push services besides those of the known browsers, such as `*.example.org`. */
  readonly pushHosts?: readonly string[];
  /** Whether players can have webhooks. Defaults to true. */
  readonly webhooks?: boolean;
  /** How long the start waits for a server that holds the database. */
  readonly patienceMs?: number | undefined;
  /** Starts this server's background work. Without it, another server must do it. */
  readonly startJobs?: StartJobs;
  readonly scheduler?: Scheduler;
  /** The machine's clock and timers, which measure whether other nodes and Postgres respond. */
  readonly machine?: Scheduler;
};

export type RunningApp = {
  readonly url: string;
  readonly routes: readonly RouteInfo[];
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  /** Whether another node can take over the connections when this one stops. */
  hasOthers(): boolean;
  close(): Promise<void>;
};

/** Creates all stores, services, sockets and routes, and listens. Leaves nothing running if it throws. */
export async function startApp(options: AppOptions): Promise<RunningApp> {
  const { databaseUrl, secret, external, log, port, host, redisUrl, trustProxy, handOverMs = 0 } = options;
  const { publicUrl = external?.publicUrl } = options;
  const reportError = (error: unknown): void => log.error({ err: error });
  const metrics = createMetrics();
  const readiness = createReadiness();
  const admission = createAdmission(options.budget);
  const accepting = new AbortController();
  const streaming = new AbortController();
  const redis = redisUrl === undefined ? undefined : await connectToRedis(redisUrl, databaseUrl);
  const passwords = options.passwords ?? createPasswords(reportError);
  const outbound = createOutbound(options.outbound);
  const nodes = joinNodes({ databaseUrl, redis, scheduler: options.scheduler, machine: options.machine, reportError });
  const { cluster, scheduler, machine } = nodes;
  const stores = openStores({
    databaseUrl,
    node: cluster.bus.node,
    secret,
    addressLimits: options.addressLimits,
    metrics,
    reportError,
  });
  let jobs: Jobs | undefined;
  const wakeJobs = (due: Due): void => jobs?.wake(due);
  const errands = createErrands({
    store: stores.errands,
    wake: () => wakeJobs('errands'),
    now: scheduler.now,
    machine,
  });
  const channels = { push: true, mail: external?.mail != null, webhook: options.webhooks ?? true };
  const mailQueue = channels.mail ? createMailQueue(errands, createMailSeal(errandKey(secret))) : null;
  const services = createServices({
    secret,
    external,
    metrics,
    reportError,
    stores,
    nodes,
    redis,
    mailQueue,
    passwords,
  });
  const tokens = createMailTokens(mailKey(secret));

  const http = await createHttpServer({
    log,
    trustProxy,
    requestTimeoutMs: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    requestLimit: services.requestLimit,
    isAdmin: stores.moderation.isAdmin,
    metrics,
    admission,
    accepting: accepting.signal,
    https: publicUrl?.startsWith('https:') ?? false,
    secret,
    identity: services.accounts.identity,
  });
  const { app, router, drain } = http;
  const sockets = openSockets(app.server, {
    trustProxy,
    admission,
    accepting: accepting.signal,
    onConnectionFault(error) {
      log.error({ err: error }, 'a connection failed and was closed');
      metrics.connectionFailed();
    },
    cluster,
    scheduler,
    machine,
  });
  const live = createLive({
    stores,
    nodes,
    services,
    sockets,
    searchNiceness: options.searchNiceness,
    metrics,
    outbound,
    publicUrl,
    pushHosts: options.pushHosts ?? [],
    channels,
    errands,
    wakeJobs,
    reportError,
  });
  const { connections, playForJobs, pages } = await serve({
    log,
    publicUrl,
    web: options.web,
    source: options.sourceUrl,
    http,
    sockets,
    stores,
    nodes,
    services,
    live,
    unsubscribe: createUnsubscribe({ store: stores.notifications, tokens }),
    admission,
    readiness,
    streaming: streaming.signal,
    secret,
    metrics,
    reportError,
  }).catch(async (error: unknown) => {
    await Promise.all([live.close(), app.close()]);
    await closeStores();
    throw error;
  });
  metrics.watch({
    sockets: connections.counts,
    appendsWaiting: stores.games.appendsWaiting,
    isPostgresDown: services.service.isUnavailable,
    isFullyConnected: cluster.isFullyConnected,
    followedGames: () => cluster.games.size,
    isRedisUp: redis?.isUp,
  });
  async function closeConnections(): Promise<void> {
    connections.close();
    await Promise.all([live.close(), app.close()]);
    await pages?.close();
  }

  async function closeStores(): Promise<void> {
    cluster.close();
    outbound.close();
    await Promise.all([
      options.passwords === undefined ? passwords.close() : undefined,
      stores.close(),
      nodes.lock.close(),
    ]);
    redis?.carrier.close();
    metrics.close();
  }

  const onReplaced = options.onReplaced ?? (() => undefined);
  const background = await startBackground({
    ...{ stores, nodes, services, live, onReplaced, reportError },
    patienceMs: options.patienceMs,
  }).catch(async (error: unknown) => {
    await closeConnections();
    await closeStores();
    throw error;
  });
  if (options.exhibition) live.exhibition.start();

  app.addHook('preClose', async () => connections.disconnect());
  const close = async () => {
    readiness.stopping();
    await live.exhibition.close();
    const jobsClosed = jobs?.close().catch(reportError); // while play still answers them
    cluster.leave();
    const isHandingOver = handOverMs > 0 && cluster.hasOthers();
    if (isHandingOver) await delay(STOP_MS.notice);
    accepting.abort();
    if (isHandingOver) await connections.handOver(handOverMs);
    cluster.freeze();
    services.connections.freeze();
    streaming.abort();
    await Promise.all([connections.drain(STOP_MS.drain), drain.untilIdle(STOP_MS.drain), jobsClosed]);
    await Promise.all([background.stop(), closeConnections()]);
    await closeStores();
  };
  try {
    const url = await app.listen({ port, host });
    jobs = await options.startJobs?.(playForJobs, metrics);
    readiness.started();
    return { url, routes: router.routes, readiness, metrics, hasOthers: cluster.hasOthers, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Its client is loaded only by servers that use one. */
async function connectToRedis(redisUrl: string, databaseUrl: string): Promise<RedisConnection> {
  const { connectRedis } = await import('./nodes/redis.ts');
  return connectRedis(redisUrl, `terrace:${await databaseIdentity(databaseUrl)}:`);
}
