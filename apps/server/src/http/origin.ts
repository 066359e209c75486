import type { IncomingHttpHeaders } from 'node:http';

/** Programs and navigations with GET send no Origin. */
export const isOwnOrigin = ({ origin, host }: IncomingHttpHeaders): boolean =>
  origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);

/** Sec-Fetch-Site `none` means a typed address or a bookmark; `same-site` means another port or subdomain. */
export const isFromElsewhere = ({ 'sec-fetch-site': site }: IncomingHttpHeaders): boolean =>
  site !== undefined && site !== 'same-origin' && site !== 'none';

export const isSameOrigin = (headers: IncomingHttpHeaders): boolean =>
  isOwnOrigin(headers) && !isFromElsewhere(headers);
