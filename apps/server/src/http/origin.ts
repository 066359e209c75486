import type { IncomingHttpHeaders } from 'node:http';

/** Programs send no Origin. Sec-Fetch-Site `none` means a typed address or a bookmark. */
export function isSameOrigin({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}
