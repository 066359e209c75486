import { type DestinationStream, type Level, type Logger, pino } from 'pino';

/** Logs one JSON line per entry. Requests are logged by route, because a URL may hold a token or a deleted name. */
export const createLog = (level: Level | 'silent', to: DestinationStream = pino.destination(1)): Logger =>
  pino({ level, base: { pid: process.pid }, serializers: { req: loggedRequest } }, to);

type LoggedRequest = { method: string; url: string; ip: string; routeOptions: { url?: string | undefined } };

/** The logged part of a request. All pages share one route, so their first path segment is logged. */
function loggedRequest({ method, url, ip, routeOptions }: LoggedRequest): object {
  const page = `/${url.split(/[/?#]/, 2)[1] ?? ''}`;
  const route = routeOptions.url ?? page;
  return { method, route: route === '/*' ? page : route, remoteAddress: ip };
}
