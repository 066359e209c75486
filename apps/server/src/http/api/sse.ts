import type { FastifyReply } from 'fastify';
import { RefusedRequest } from '../refused.ts';

/** Streams one person, or one address without a name, may hold at a time. */
const MOST = 20;

/** Bytes that may wait for a slow reader before we hang up; the reader comes back and resumes. */
const MOST_WAITING = 1_000_000;

/** How often a comment goes out, so that neither end and nothing between takes the silence for the end, in ms. */
const BEAT = 15_000;

const open = new Map<string, number>();

/** A stream of server-sent events that has been answered with. */
export type Stream = ReturnType<typeof openStream>;

/**
 * Answers a request with a stream instead of a body. `beat` is called with every heartbeat.
 *
 * @throws RefusedRequest when `who` has too many of them
 */
export function openStream(reply: FastifyReply, who: string, beat: () => void) {
  const count = open.get(who) ?? 0;
  if (count >= MOST) throw new RefusedRequest({ code: 'too-many-requests', retryMs: BEAT });
  open.set(who, count + 1);
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no', // a proxy must not wait for more
  });
  raw.flushHeaders();
  const write = (text: string): void => {
    if (raw.writableEnded || raw.destroyed) return;
    if (raw.writableLength > MOST_WAITING) raw.destroy();
    else raw.write(text);
  };
  const timer = setInterval(() => {
    write(': still here\n\n');
    beat();
  }, BEAT);
  const closed = new Promise<void>((resolve) => {
    raw.once('close', () => {
      clearInterval(timer);
      const left = (open.get(who) ?? 1) - 1;
      if (left === 0) open.delete(who);
      else open.set(who, left);
      resolve();
    });
  });
  return {
    /** One event. The id is where a reader that lost the stream resumes, by Last-Event-ID. */
    send: (event: string, data: unknown, id?: number): void =>
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: (): void => void raw.end(),
    /** Resolves when the reader has gone, or the stream is over. */
    closed,
  };
}
