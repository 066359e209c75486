import type { Logger } from 'pino';
import { createAdmission } from '../admission/admission.ts';
import type { TrustProxy } from '../admission/client-address.ts';
import { addPagesHealth } from '../http/health.ts';
import { createHttpServer } from '../http/index.ts';
import { addMetricsRoute } from '../http/metrics.ts';
import { addPages } from '../http/pages.ts';
import { createReadiness } from '../http/readiness.ts';
import { REQUEST_TIMEOUT_MS } from '../http/server.ts';
import { startVisitorAtPlay } from '../http/visitor-guests.ts';
import { createRequestLimit } from '../limits/rate-limit.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createFetchApi } from '../pages/fetch-api.ts';
import { createVisitorHeader, visitorKey } from '../pages/visitor-header.ts';

export type PagesServerOptions = {
  readonly port: number;
  readonly host: string;
  readonly secret: string;
  /** A server that plays games. */
  readonly playUrl: string;
  readonly trustProxy: TrustProxy;
  readonly log: Logger;
  readonly publicUrl?: string | undefined;
  readonly sourceUrl?: string | undefined;
};

const DRAIN_MS = 3_000;

/** Nobody is signed in at a server without a database: the requests of its pages are answered by play. */
const noIdentity = { bySession: async () => null, byToken: async () => null, byGuest: async () => null };

/** A server that only serves pages, without a database. The proxy sends it neither API requests nor sockets. */
export async function startPagesServer(options: PagesServerOptions) {
  const { log, port, host, secret, playUrl, trustProxy, publicUrl } = options;
  const metrics = createMetrics();
  const readiness = createReadiness();
  const admission = createAdmission();
  const accepting = new AbortController();
  const { app, router, drain } = await createHttpServer({
    log,
    trustProxy,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    requestLimit: createRequestLimit(),
    isAdmin: async () => false,
    metrics,
    admission,
    accepting: accepting.signal,
    https: publicUrl?.startsWith('https:') ?? false,
    secret,
    identity: noIdentity,
  });
  const key = visitorKey(secret);
  const play = { url: playUrl };
  const pages = await addPages(app, {
    log,
    admission,
    visitorKey: key,
    startVisitor: startVisitorAtPlay(createFetchApi(play, createVisitorHeader(key))),
    play: () => play,
    publicUrl,
    source: options.sourceUrl,
  });
  addPagesHealth(router, () => (readiness.phase === 'started' && !pages.isUp ? 'pages' : readiness.phase));
  addMetricsRoute(router, metrics);

  async function close(): Promise<void> {
    readiness.stopping();
    accepting.abort();
    await drain.untilIdle(DRAIN_MS);
    await app.close();
    await pages.stop();
    metrics.close();
  }
  try {
    const url = await app.listen({ port, host });
    readiness.started();
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
