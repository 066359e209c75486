import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const YEAR = 365 * 24 * 3600; // s

/** What no page of ours uses, so that nothing that got into one can either. */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'bluetooth', 'browsing-topics']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Of an answer that is no page: nothing in it may be loaded, run or framed. */
const NOTHING = { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } };

/**
 * What every answer tells a browser to refuse on our behalf. Pages replace the content policy by their own.
 *
 * @param https whether the world reaches this server by TLS alone
 */
export async function addSecurityHeaders(app: FastifyInstance, https: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: NOTHING,
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    hsts: https ? { maxAge: YEAR, includeSubDomains: false } : false,
  });
  app.addHook('onRequest', async (_, reply) => {
    reply.raw.setHeader('permissions-policy', PERMISSIONS);
  });
}
