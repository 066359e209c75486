import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const YEAR_SECONDS = 365 * 24 * 3600;

/** Browser features that no page uses, disabled so that injected code cannot use them either. */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'browsing-topics']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** For responses that are not pages: forbids loading, running and framing anything. */
const LOAD_NOTHING = { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } };

/** Scripts and styles of pages. Omitting headers that only matter for documents saves 5 kB per visit. */
const PAGE_ASSET = /^\/_app\/immutable\/(assets|chunks|entry|nodes)\//;

export const isPageAsset = (url: string): boolean => PAGE_ASSET.test(url);
const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** Pages replace the content policy with their own. @param https whether clients use only HTTPS */
export async function addSecurityHeaders(app: FastifyInstance, https: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: LOAD_NOTHING,
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    hsts: https ? { maxAge: YEAR_SECONDS, includeSubDomains: false } : false,
  });
  app.addHook('onRequest', async ({ url }, { raw }) => {
    if (isPageAsset(url)) for (const name of DOCUMENT_HEADERS) raw.removeHeader(name);
    else raw.setHeader('permissions-policy', PERMISSIONS);
  });
}
