import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import type { Admission } from '../admission/admission.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type Authenticate, addAuthentication, type Credentials, createAuthenticate } from './actor.ts';
import { addAdmission } from './admission.ts';
import { containRequests } from './containment.ts';
import { createCookieSignatures } from './cookie-signatures.ts';
import { addCors } from './cors.ts';
import { addDrain, type Drain } from './drain.ts';
import { addErrorHandler } from './errors.ts';
import { addConditionalReplies } from './etag.ts';
import { addLanguages } from './language.ts';
import { countRequests } from './metrics.ts';
import { registerOpenApi } from './openapi.ts';
import { createRouter, type Router, type RouterServices } from './route.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { addSecurityLog } from './security-log.ts';
import { createServer, type ServerOptions } from './server.ts';

type HttpOptions = ServerOptions &
  RouterServices & {
    readonly metrics: Metrics;
    readonly admission: Admission;
    /** Aborted when the server stops accepting connections. */
    readonly accepting: AbortSignal;
    readonly https: boolean;
    readonly secret: string;
    readonly identity: Credentials;
  };

export type HttpServer = {
  readonly app: FastifyInstance;
  readonly router: Router;
  readonly drain: Drain;
  readonly authenticate: Authenticate;
};

/** Creates the HTTP server without its routes. */
export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const { metrics, admission, accepting, https, secret, identity } = options;
  const app = createServer(options);
  const drain = addDrain(app, accepting);
  app.addHook('onRoute', ({ url, schema }) => {
    if (!url.endsWith('*') && schema === undefined) throw new Error(`${url} is not declared through the router`);
  });
  containRequests(app, metrics.requestFailed);
  addErrorHandler(app);
  addSecurityLog(app);
  countRequests(app, metrics);
  await addSecurityHeaders(app, https);
  addCors(app);
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
