/**
 * Whether a request may speak with a visitor's cookie: a program sends no Origin; a browser's must name the host it
 * speaks to.
 */
export function sameOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
