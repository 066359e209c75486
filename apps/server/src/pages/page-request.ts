import type { IncomingHttpHeaders } from 'node:http';

/** The headers that accompany a page request to the process that renders pages. No client can set them. */
export const PAGE_HEADERS = {
  address: 'x-terrace-address',
  reference: 'x-terrace-reference',
  protocol: 'x-forwarded-proto',
} as const;

/** Headers of one connection rather than of the request. */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export type ForwardedHeaders = Record<string, string | string[]>;

/** The headers of a request or response that another connection passes on. */
export function forwardedHeaders(headers: IncomingHttpHeaders): ForwardedHeaders {
  const forwarded: ForwardedHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !OF_CONNECTION.has(name) && !name.startsWith('x-terrace-')) forwarded[name] = value;
  }
  return forwarded;
}

const INITIATOR = ['origin', 'sec-fetch-site', 'sec-fetch-dest', 'sec-fetch-mode'] as const;

/** The headers that identify the initiator, for the API requests of the page. */
export const initiatorOf = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    INITIATOR.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
