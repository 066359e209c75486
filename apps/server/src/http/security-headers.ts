import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const YEAR = 365 * 24 * 3600; // s

/** What no page of ours uses, so that nothing that got into one can either. */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'browsing-topics']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Of an answer that is no page: nothing in it may be loaded, run or framed. */
const LOAD_NOTHING = { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } };

/** The scripts and styles of pages: no documents, and so many that what only documents heed would cost each visit 5 kB. */
const PAGE_ASSET = /^\/_app\/immutable\/(assets|chunks|entry|nodes)\//;

/** Whether only pages ask for this address: their scripts and styles. */
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

/**
 * What every answer tells a browser to refuse on our behalf. Pages replace the content policy by their own.
 *
 * @param https whether the world reaches this server by TLS alone
 */
export async function addSecurityHeaders(app: FastifyInstance, https: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: LOAD_NOTHING,
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    hsts: https ? { maxAge: YEAR, includeSubDomains: false } : false,
  });
  app.addHook('onRequest', async ({ url }, { raw }) => {
    if (isPageAsset(url)) for (const name of DOCUMENT_HEADERS) raw.removeHeader(name);
    else raw.setHeader('permissions-policy', PERMISSIONS);
  });
}
