import type { FastifyReply } from 'fastify';
import { createConnectionCounts } from '../../admission/connections.ts';
import type { Scheduler } from '../../runtime/scheduler.ts';
import { RefusedRequest } from '../refused.ts';

/** Streams one person, or one address without a name, may hold at a time, and all persons of one address. */
const MOST = 20;
const MOST_FROM_ADDRESS = 200;

/** Bytes that may wait for a slow reader before we hang up; the reader comes back and resumes. */
const MOST_WAITING = 1_000_000;

/** How often a comment goes out, so that neither end and nothing between takes the silence for the end, in ms. */
const BEAT = 15_000;

/** When readers of a server that stops come back, in ms: each randomly earlier or later, to spread the load. */
const COME_BACK_MS = 500;

/** The owner of the stream: the player, or the address block for an anonymous caller. */
type Holder = { readonly who: string; readonly address: string };

export type Stream = ReturnType<typeof startStream>;

/** The streams of one server, counted by person and by address block. */
export function createStreams({ every }: Pick<Scheduler, 'every'>) {
  const byPerson = createConnectionCounts(MOST);
  const byAddress = createConnectionCounts(MOST_FROM_ADDRESS);

  /**
   * Answers a request with a stream instead of a body. `beat` is called with every heartbeat.
   *
   * @throws RefusedRequest when `who` or the address block has too many of them
   */
  return function openStream(reply: FastifyReply, { who, address }: Holder, beat: () => void): Stream {
    if (byPerson.isFull(who) || byAddress.isFull(address))
      throw new RefusedRequest({ code: 'too-many-requests', retryMs: BEAT });
    const leave = [byPerson.add(who), byAddress.add(address)];
    return startStream(reply, { every, beat }, () => {
      for (const each of leave) each();
    });
  };
}

type Beats = Pick<Scheduler, 'every'> & { readonly beat: () => void };

function startStream(reply: FastifyReply, { every, beat }: Beats, onClosed: () => void) {
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
  const stopBeats = every(BEAT, () => {
    write(': still here\n\n');
    beat();
  });
  const closed = new Promise<void>((resolve) => {
    raw.once('close', () => {
      stopBeats();
      onClosed();
      resolve();
    });
  });
  return {
    /** One event. The id is where a reader that lost the stream resumes, by Last-Event-ID. */
    send: (event: string, data: unknown, id?: number): void =>
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: (): void => void raw.end(),
    /** Ends it for a reader who shall resume it at another node. */
    handOver(): void {
      write(`retry: ${Math.round(COME_BACK_MS * (0.5 + Math.random()))}\n\n`);
      raw.end();
    },
    /** Resolves when the reader has gone, or the stream is over. */
    closed,
  };
}
