import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import type { Identity } from '../accounts/identity.ts';
import type { PreferenceStore } from '../accounts/preferences.ports.ts';
import type { Admission } from '../admission/admission.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Moderation } from '../moderation/moderation.ts';
import { type AccountRouteServices, addAccountRoutes } from './account.ts';
import { type Authenticate, addAuthentication, createAuthenticate } from './actor.ts';
import { addAdmission } from './admission.ts';
import { addFollowRoutes, type FollowServices } from './api/follows.ts';
import { addGameRoutes, type GameServices } from './api/games.ts';
import { addListRoutes, type ListServices } from './api/lists.ts';
import { addPlayerRoutes, type PlayerServices } from './api/players.ts';
import { addReviewRoutes, type ReviewServices } from './api/reviews.ts';
import { addStreamRoutes, type StreamServices } from './api/streams.ts';
import { addClientErrorRoute } from './client-errors.ts';
import { addCommandRoute, type CommandServices } from './command.ts';
import { createCookieSignatures } from './cookie-signatures.ts';
import { addDrain, type Drain } from './drain.ts';
import { addErrorHandler } from './errors.ts';
import { addConditionalReplies } from './etag.ts';
import { addHealthRoutes, type HealthServices } from './health.ts';
import { addLanguages } from './language.ts';
import { addMetricsRoute, countRequests } from './metrics.ts';
import { addModerationRoutes } from './moderation.ts';
import { addOpenApiRoute, registerOpenApi } from './openapi.ts';
import { addPages, type PageServices } from './pages.ts';
import { addProviderRoutes, type ProviderServices } from './providers.ts';
import { RefusedRequest } from './refused.ts';
import { createRouter, type Router, type RouterServices } from './route.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { addSecurityLog } from './security-log.ts';
import { createServer, type ServerOptions } from './server.ts';
import { addSettingsRoutes } from './settings.ts';
import { addSignInRoutes, type SignInServices } from './sign-in.ts';

type HttpOptions = ServerOptions &
  RouterServices & {
    readonly metrics: Metrics;
    readonly admission: Admission;
    /** Aborted when no new connection is accepted. */
    readonly refusing: AbortSignal;
    /** Whether the world reaches this server by TLS alone. */
    readonly https: boolean;
    readonly secret: string;
    readonly identity: Identity;
  };

export type HttpServer = {
  readonly app: FastifyInstance;
  readonly router: Router;
  readonly drain: Drain;
  readonly authenticate: Authenticate;
};

/** The HTTP server before its routes: cookies, authentication, refusals, and the router that all routes go through. */
export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const { metrics, admission, refusing, https, secret, identity } = options;
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
  return { app, router: createRouter(app, options), drain, authenticate };
}

type RouteServices = AccountRouteServices &
  SignInServices &
  GameServices &
  ReviewServices &
  ListServices &
  PlayerServices &
  FollowServices &
  StreamServices &
  CommandServices &
  ProviderServices &
  HealthServices &
  PageServices & {
    readonly metrics: Metrics;
    readonly moderation: Moderation;
    readonly preferences: PreferenceStore;
    /** Whether to serve the built pages. */
    readonly web: boolean;
  };

/** Adds every route. */
export async function addRoutes(app: FastifyInstance, router: Router, services: RouteServices): Promise<void> {
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
