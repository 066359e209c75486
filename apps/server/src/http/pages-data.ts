import type { FastifyInstance, FastifyRequest } from 'fastify';
import { initiatorOf } from './origin.ts';

/** Requests this server's own API for a page being rendered, as the client that requested the page. */
export type FetchApi = (
  path: string,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
) => Promise<Response>;

declare module 'node:http' {
  interface IncomingMessage {
    /** Set on requests for pages, which read it as `event.platform.req.fetchApi`; so are the fields below. */
    fetchApi?: FetchApi;
    /** Renders a drawing; `shows` identifies its content. */
    renderPng?: (shows: string, draw: () => string) => Promise<Uint8Array>;
    publicUrl?: string;
    source?: string;
    /** @returns the reference shown to the reader */
    logFailure?: (error: unknown) => string;
  }
}

/** Passes a page's API requests to the routes in process, independent of the address the server listens on. */
export const fetchInProcess =
  (app: FastifyInstance, request: FastifyRequest): FetchApi =>
  async (url, headers, signal) => {
    const { host = '' } = request.headers;
    const reply = await app.inject({
      method: 'GET',
      url,
      headers: { ...headers, ...initiatorOf(request.headers), host },
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
