import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request may speak with a visitor's cookie: a program sends no Origin; a browser's must name the host it
 * speaks to.
 */
export function sameOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** The same, by all that a browser says of where a request comes from. `none` is an address typed or a bookmark. */
export function cameFromHere(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return sameOrigin(headers.origin, headers.host);
}
