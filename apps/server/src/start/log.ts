import { type DestinationStream, type Level, type Logger, pino } from 'pino';

/**
 * A logger that writes one line of JSON per entry, to stdout unless said. Of requests it keeps the route, never the address
 * as it was asked for: that may hold the token of a link sent by e-mail, or a name that is deleted later.
 */
export const createLog = (level: Level | 'silent', to: DestinationStream = pino.destination(1)): Logger =>
  pino({ level, base: { pid: process.pid }, serializers: { req: loggedRequest } }, to);

type LoggedRequest = { method: string; url: string; ip: string; routeOptions: { url?: string | undefined } };

/** What of a request is logged. Pages are one route to the server, and told apart by their first part. */
function loggedRequest({ method, url, ip, routeOptions }: LoggedRequest): object {
  const page = `/${url.split(/[/?#]/, 2)[1] ?? ''}`;
  const route = routeOptions.url ?? page;
  return { method, route: route === '/*' ? page : route, remoteAddress: ip };
}
