import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import type { Identity } from '../accounts/identity.ts';
import type { Admission } from '../admission/admission.ts';
import type { GameStore } from '../game-service/store.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { addAccountRoutes } from './account.ts';
import { type Authenticate, addAuthentication, createAuthenticate } from './actor.ts';
import { addAdmission } from './admission.ts';
import { addFollowRoutes } from './api/follows.ts';
import { addGameRoutes } from './api/games.ts';
import { addListRoutes } from './api/lists.ts';
import { addPlayerRoutes } from './api/players.ts';
import { addReviewRoutes } from './api/reviews.ts';
import { addStreamRoutes } from './api/streams.ts';
import { addClientErrorRoute } from './client-errors.ts';
import { addCommandRoute } from './command.ts';
import { createCookieSignatures } from './cookie-signatures.ts';
import { addDrain } from './drain.ts';
import { addErrorHandler } from './errors.ts';
import { addConditionalReplies } from './etag.ts';
import { addHealthRoutes } from './health.ts';
import { addLanguages } from './language.ts';
import { addMetricsRoute, countRequests } from './metrics.ts';
import { addModerationRoutes } from './moderation.ts';
import { addOpenApiRoute, registerOpenApi } from './openapi.ts';
import { addPages } from './pages.ts';
import { addProviderRoutes } from './providers.ts';
import { RefusedRequest } from './refused.ts';
import { createRouter, type Router } from './route.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { addSecurityLog } from './security-log.ts';
import { createServer } from './server.ts';
import { addSettingsRoutes } from './settings.ts';
import { addSignInRoutes } from './sign-in.ts';

type Options = {
  readonly metrics: Metrics;
  readonly admission: Admission;
  /** Aborted when nobody is to be let in any more. */
  readonly refusing: AbortSignal;
  /** Whether the world reaches this server by TLS alone. */
  readonly https: boolean;
  readonly secret: string;
  readonly identity: Identity;
} & Parameters<typeof createServer>[0] &
  Parameters<typeof createRouter>[1];

/** The HTTP server before its routes: cookies, authentication, refusals, and the router that all routes go through. */
export async function createHttpServer(options: Options): Promise<{
  app: FastifyInstance;
  router: Router;
  drain: ReturnType<typeof addDrain>;
  authenticate: Authenticate;
}> {
  const { metrics, admission, refusing, https, secret, identity, ...limits } = options;
  const app = createServer(options);
  const drain = addDrain(app, refusing);
  app.addHook('onRoute', ({ url, schema }) => {
    if (!url.endsWith('*') && schema === undefined) throw new Error(`${url} is not declared through the router`);
  });
  addErrorHandler(app);
  addSecurityLog(app);
  countRequests(app, metrics);
  await addSecurityHeaders(app, https);
  await app.register(cookie);
  app.decorate('cookieSignatures', createCookieSignatures(secret));
  await addLanguages(app);
  addAdmission(app, admission);
  const authenticate = createAuthenticate(app, identity);
  addAuthentication(app, authenticate);
  addConditionalReplies(app);
  await registerOpenApi(app);
  return { app, router: createRouter(app, limits), drain, authenticate };
}

type Services = Parameters<typeof addAccountRoutes>[1] &
  Parameters<typeof addSignInRoutes>[1] &
  Parameters<typeof addGameRoutes>[1] &
  Parameters<typeof addReviewRoutes>[1] &
  Parameters<typeof addListRoutes>[1] &
  Parameters<typeof addPlayerRoutes>[1] &
  Parameters<typeof addFollowRoutes>[1] &
  Parameters<typeof addStreamRoutes>[1] &
  Parameters<typeof addCommandRoute>[1] &
  Parameters<typeof addProviderRoutes>[1] &
  Parameters<typeof addHealthRoutes>[1] & {
    readonly pictures: Parameters<typeof addPages>[1]['pictures'];
    readonly games: GameStore;
    readonly metrics: Metrics;
    readonly moderation: Parameters<typeof addModerationRoutes>[1];
    readonly preferences: Parameters<typeof addSettingsRoutes>[1];
    readonly publicUrl: string | undefined;
    readonly admission: Admission;
    readonly authenticate: Authenticate;
    /** Whether to serve the built pages. */
    readonly web: boolean;
    /** Where the server's source can be read. */
    readonly source: string | undefined;
  };

/** Adds every route. */
export async function addRoutes(app: FastifyInstance, router: Router, services: Services): Promise<void> {
  addHealthRoutes(router, services);
  addMetricsRoute(router, services.metrics);
  addGameRoutes(router, services);
  addReviewRoutes(router, services);
  addListRoutes(router, services);
  addPlayerRoutes(router, services);
  addFollowRoutes(router, services);
  addStreamRoutes(router, services);
  addCommandRoute(router, services);
  addClientErrorRoute(router, services.metrics);
  addSettingsRoutes(router, services.preferences);
  addSignInRoutes(router, services);
  addAccountRoutes(router, services);
  if (services.providers.length > 0) addProviderRoutes(router, services);
  addModerationRoutes(router, services.moderation);
  addOpenApiRoute(router, app, services.publicUrl);
  app.all('/api/*', () => {
    throw new RefusedRequest({ code: 'no-such-route' });
  });
  if (services.web) await addPages(app, services);
}
