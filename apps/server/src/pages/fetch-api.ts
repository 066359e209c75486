import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { forwardedHeaders, initiatorOf } from './page-request.ts';
import { VISITOR_HEADER, type VisitorHeader } from './visitor-header.ts';

/** Requests the API for a page being rendered, as the client that requested the page. */
export type FetchApi = (
  path: string,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
) => Promise<Response>;

/** Where play answers: a socket of this machine, or the URL of a server. */
export type PlayAddress = { readonly socket: string } | { readonly url: string };

/** The host that the visitor's browser requested, which the address of play may differ from. */
export const HOST_HEADER = 'x-terrace-host';

/** The path under which play answers requests of pages. */
export const PAGE_DATA = '/page-data';

const MAX_SOCKETS = 64;
const TIMEOUT_MS = 20_000;

const STATUS_WITHOUT_BODY = new Set([204, 304]);

/** @returns the `FetchApi` of a visitor's page with these headers */
export function createFetchApi(play: PlayAddress, visitor: VisitorHeader) {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });

  function send(path: string, headers: Record<string, string>, signal?: AbortSignal): Promise<IncomingMessage> {
    const options = { headers, timeout: TIMEOUT_MS, ...(signal && { signal }) };
    const url = `${PAGE_DATA}${path}`;
    return new Promise((resolve, reject) => {
      const sent =
        'socket' in play
          ? requestHttp({ ...options, agent, socketPath: play.socket, path: url })
          : (play.url.startsWith('https:') ? requestHttps : requestHttp)(new URL(url, play.url), options);
      sent.on('timeout', () => sent.destroy(new Error('play did not answer')));
      sent.on('response', resolve).on('error', reject).end();
    });
  }

  return (address: string, page: IncomingHttpHeaders): FetchApi =>
    async (path, headers, signal) => {
      const own = { ...initiatorOf(page), [VISITOR_HEADER]: visitor.of(address), [HOST_HEADER]: page.host ?? '' };
      const answer = await send(path, { ...headers, ...own }, signal);
      const body = await buffer(answer);
      const answerHeaders = new Headers();
      for (const [name, value] of Object.entries(forwardedHeaders(answer.headers))) {
        for (const each of [value].flat()) answerHeaders.append(name, each);
      }
      const { statusCode: status = 502 } = answer;
      return new Response(STATUS_WITHOUT_BODY.has(status) ? null : new Uint8Array(body), {
        status,
        headers: answerHeaders,
      });
    };
}
