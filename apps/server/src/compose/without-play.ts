import type { Logger } from 'pino';
import { createAdmission } from '../admission/admission.ts';
import type { TrustProxy } from '../admission/client-address.ts';
import { addHealthWithoutPlay } from '../http/health.ts';
import { createHttpServer } from '../http/index.ts';
import { JOBS_DATA } from '../http/jobs-data.ts';
import { addMetricsRoute } from '../http/metrics.ts';
import { addOneClickRoute, unsubscribeAtPlay } from '../http/one-click.ts';
import { addPages } from '../http/pages.ts';
import { createReadiness } from '../http/readiness.ts';
import { REQUEST_TIMEOUT_MS } from '../http/server.ts';
import { startVisitorAtPlay } from '../http/visitor-guests.ts';
import { askPlay } from '../jobs/messages.ts';
import type { JobsSettings } from '../jobs/settings.ts';
import { superviseJobs } from '../jobs/supervise-jobs.ts';
import { createRequestLimit } from '../limits/rate-limit.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { createPlayClient } from '../pages/play-client.ts';
import { createVisitorHeader, visitorKey } from '../pages/visitor-header.ts';
import { createRemoteChannel, messageKey } from '../processes/remote-messages.ts';
import { STOP_MS } from '../runtime/stop-times.ts';

export type WithoutPlayOptions = {
  readonly port: number;
  readonly host: string;
  readonly secret: string;
  /** A server that plays games. */
  readonly playUrl: string;
  readonly trustProxy: TrustProxy;
  readonly log: Logger;
  readonly publicUrl?: string | undefined;
  readonly sourceUrl?: string | undefined;
  readonly hasPages: boolean;
  /** What the background work needs, if this server does it. */
  readonly jobs?: JobsSettings | undefined;
};

/** A server without play knows no player: play answers the requests of its pages. */
const noIdentity = { bySession: async () => null, byToken: async () => null, byGuest: async () => null };

/** A server of pages, background work or both. The proxy sends it neither API requests nor sockets. */
export async function startWithoutPlay(options: WithoutPlayOptions) {
  const { log, port, host, secret, trustProxy, publicUrl } = options;
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
  const play = { url: options.playUrl };
  const client = createPlayClient(play, createVisitorHeader(key));
  const jobs = options.jobs && startJobsAwayFromPlay(options, options.jobs, metrics);
  const pages = options.hasPages ? await pagesAwayFromPlay() : undefined;
  const down = () => (pages?.isUp === false ? 'pages' : jobs?.isUp === false ? 'jobs' : undefined);
  addHealthWithoutPlay(router, { readiness, down, check: client.check, log });
  addMetricsRoute(router, metrics);

  function pagesAwayFromPlay() {
    addOneClickRoute(router, app, unsubscribeAtPlay(client));
    return addPages(app, {
      log,
      admission,
      visitorKey: key,
      startVisitor: startVisitorAtPlay(client),
      play: () => play,
      publicUrl,
      source: options.sourceUrl,
      watch: metrics,
    });
  }

  async function close(): Promise<void> {
    readiness.stopping();
    accepting.abort();
    await Promise.all([drain.untilIdle(STOP_MS.drain), jobs?.close()]);
    await app.close();
    await pages?.stop();
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

type Away = Pick<WithoutPlayOptions, 'log' | 'secret' | 'playUrl'>;

function startJobsAwayFromPlay({ log, secret, playUrl }: Away, settings: JobsSettings, metrics: Metrics) {
  const channel = createRemoteChannel(new URL(JOBS_DATA, playUrl).href, messageKey(secret, 'jobs'));
  return superviseJobs({ ...askPlay(channel), ...metrics.ofJobs }, { settings, log, watch: metrics });
}
