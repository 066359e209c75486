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

/** Under `PAGE_DATA`: answers 204 if play accepts the signature. */
export const CHECK = '/check';

const MAX_SOCKETS = 64;
const TIMEOUT_MS = 20_000;
const CHECK_TIMEOUT_MS = 1_000;

/** The most that a page needs is five. */
const MAX_REQUESTS_PER_PAGE = 30;

const STATUS_WITHOUT_BODY = new Set([204, 304]);

/** Clocks may differ by less than a signature is valid. */
const MAX_CLOCK_DIFFERENCE_MS = 110_000;

/** Whether play answers and accepts the signatures of this server; otherwise why not. */
export type PlayState = 'ok' | 'play' | 'secret' | 'clock';

export type PlayClient = ReturnType<typeof createPlayClient>;

/** Sends requests of pages to play, signed with the address of the visitor. */
export function createPlayClient(play: PlayAddress, visitor: VisitorHeader, now: () => number = Date.now) {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });

  function send(
    method: 'GET' | 'POST',
    path: string,
    headers: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<IncomingMessage> {
    const options = { method, headers, timeout: TIMEOUT_MS, ...(signal && { signal }) };
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

  return {
    /** For a page that a client requested with these headers. */
    forPage(address: string, page: IncomingHttpHeaders): FetchApi {
      let requests = 0;
      return async (path, headers, signal) => {
        requests += 1;
        if (requests > MAX_REQUESTS_PER_PAGE)
          throw new Error(`a page made more than ${MAX_REQUESTS_PER_PAGE} requests`);
        const own = { ...initiatorOf(page), [VISITOR_HEADER]: visitor.of(address), [HOST_HEADER]: page.host ?? '' };
        return readResponse(await send('GET', path, { ...headers, ...own }, signal));
      };
    },

    /** Passes on a POST whose body does not matter. */
    post: async (address: string, path: string): Promise<Response> =>
      readResponse(await send('POST', path, { [VISITOR_HEADER]: visitor.of(address), 'content-length': '0' })),

    async check(): Promise<PlayState> {
      try {
        const headers = { [VISITOR_HEADER]: visitor.of('127.0.0.1') };
        const answer = await send('GET', CHECK, headers, AbortSignal.timeout(CHECK_TIMEOUT_MS));
        answer.resume();
        if (answer.statusCode === 204) return 'ok';
        if (answer.statusCode !== 403) return 'play';
        const difference = Date.parse(answer.headers.date ?? '') - now();
        return Math.abs(difference) > MAX_CLOCK_DIFFERENCE_MS ? 'clock' : 'secret';
      } catch {
        return 'play';
      }
    },
  };
}

async function readResponse(answer: IncomingMessage): Promise<Response> {
  const body = await buffer(answer);
  const headers = new Headers();
  for (const [name, value] of Object.entries(forwardedHeaders(answer.headers))) {
    for (const each of [value].flat()) headers.append(name, each);
  }
  const { statusCode: status = 502 } = answer;
  return new Response(STATUS_WITHOUT_BODY.has(status) ? null : new Uint8Array(body), { status, headers });
}
