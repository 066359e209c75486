import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request may use a visitor's cookie: a program sends no Origin, and a browser's must name the host it speaks
 * to. Sec-Fetch-Site `none` is a typed address or a bookmark.
 */
export function isSameOrigin({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}
