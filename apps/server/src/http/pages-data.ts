import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Asks this server's own API for a page that is rendered, as who asked for the page. */
export type FetchApi = (
  path: string,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
) => Promise<Response>;

declare module 'node:http' {
  interface IncomingMessage {
    /** Set on requests for pages, where the page finds it as `event.platform.req.fetchApi`. */
    fetchApi?: FetchApi;
    /** Set likewise: paints a drawing. */
    renderPng?: (shows: string, draw: () => string) => Promise<Uint8Array>;
    /** Set likewise, where it is known: this server's address for the world. */
    publicUrl?: string;
    /** Set likewise where it is known: where the server's source can be read. */
    source?: string;
    /** Set likewise: logs why a page could not be rendered. @returns what the reader is told to find it by */
    logFailure?: (error: unknown) => string;
  }
}

/**
 * Passes a page's own requests to the routes without a connection, so that they are answered whatever address the server
 * listens on, and count as the visitor's.
 */
export const fetchInProcess =
  (app: FastifyInstance, request: FastifyRequest): FetchApi =>
  async (url, headers, signal) => {
    const { host = '' } = request.headers;
    const reply = await app.inject({
      method: 'GET',
      url,
      headers: { ...headers, host },
      remoteAddress: request.ip,
      ...(signal && { signal }),
    });
    const answer = new Headers();
    for (const [name, value] of Object.entries(reply.headers)) {
      for (const each of [value ?? []].flat()) answer.append(name, String(each));
    }
    const bodiless = reply.statusCode === 204 || reply.statusCode === 304;
    return new Response(bodiless ? null : new Uint8Array(reply.rawPayload), {
      status: reply.statusCode,
      headers: answer,
    });
  };
