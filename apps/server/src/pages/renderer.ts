import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type ChildOptions, type ProcessWatch, superviseChild } from '../processes/supervise-child.ts';
import { STOP_MS } from '../runtime/stop-times.ts';
import { type ForwardedHeaders, forwardedHeaders, PAGE_HEADERS } from './page-request.ts';
import type { PlayAddress } from './play-client.ts';

/** From the request until the process has sent all of the page. */
const MAX_PAGE_MS = 15_000;

const MAX_PAGE_BYTES = 16 * 1024 * 1024;

/** The page process is down, restarting or too slow. */
export class PagesUnavailable extends Error {
  override readonly name = 'PagesUnavailable';
}

export type PageVisit = { readonly address: string; readonly protocol: string; readonly reference: string };

type Options = {
  readonly log: Logger;
  readonly visitorKey: string;
  readonly publicUrl: string | undefined;
  readonly source: string | undefined;
  /** Answers the requests of pages on the socket of this path, if this process plays games. */
  readonly play: (socket: string) => PlayAddress;
  readonly watch: ProcessWatch;
  readonly limits?: ChildOptions['limits'];
};

/** Starts the process that renders pages. It is restarted when it fails; until then its requests fail at once. */
export async function startRenderer({ log, visitorKey, publicUrl, source, play, watch, limits }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'terrace-pages-')); // other users have no access to it
  const socket = join(folder, 'pages');
  const child = superviseChild({
    name: 'pages',
    entry: new URL('./pages.child.ts', import.meta.url),
    data: { socket, play: play(join(folder, 'play')), visitorKey, publicUrl, source },
    log,
    watch,
    limits: { heapMb: 512, memoryMb: 1024, stopMs: STOP_MS.pages, ...limits },
  });
  const agent = new Agent({ keepAlive: true });

  return {
    get isUp(): boolean {
      return child.isUp;
    },
    untilUp: child.untilUp,

    /**
     * Answers with the rendered page. The page is read first, so that a slow client occupies neither the process nor the
     * caller's slot. @throws PagesUnavailable before anything is sent
     */
    async answer(request: IncomingMessage, response: ServerResponse, visit: PageVisit): Promise<void> {
      if (!child.isUp) throw new PagesUnavailable('the process is not running');
      const headers = {
        ...withoutBody(forwardedHeaders(request.headers)),
        [PAGE_HEADERS.address]: visit.address,
        [PAGE_HEADERS.reference]: visit.reference,
        [PAGE_HEADERS.protocol]: visit.protocol,
      };
      const { method, url } = request;
      const sent = requestHttp({ agent, socketPath: socket, method, path: url, headers });
      const abort = (): void => void sent.destroy(new PagesUnavailable('the page took too long'));
      const late = setTimeout(abort, MAX_PAGE_MS).unref();
      response.once('close', abort);
      try {
        const page = await responseTo(sent);
        const body = await bodyOf(page);
        passOn(page, response);
        response.end(body);
      } catch (error) {
        throw error instanceof PagesUnavailable ? error : new PagesUnavailable('no answer', { cause: error });
      } finally {
        clearTimeout(late);
        response.off('close', abort);
      }
    },

    async stop(): Promise<void> {
      await child.stop();
      agent.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function responseTo(sent: ReturnType<typeof requestHttp>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.on('response', resolve).on('error', reject).end(); // 'error' stays handled after the response
  });
}

/** The body of a GET is not forwarded, so a length would make the next request its body. */
function withoutBody({ 'content-length': _length, expect: _expect, ...headers }: ForwardedHeaders): ForwardedHeaders {
  return headers;
}

async function bodyOf(page: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of page) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_PAGE_BYTES) throw new PagesUnavailable('the page is too large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function passOn(page: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(forwardedHeaders(page.headers))) {
    if (name === 'set-cookie') response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  response.writeHead(page.statusCode ?? 502);
}
