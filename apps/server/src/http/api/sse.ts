import type { FastifyReply } from 'fastify';
import { createConnectionCounts } from '../../admission/connections.ts';
import type { Scheduler } from '../../runtime/scheduler.ts';
import { RefusedRequest } from '../refusals.ts';

/** Streams one person, or one address without a name, may hold at a time, and all persons of one address. */
const MAX_STREAMS_PER_OWNER = 20;
const MAX_STREAMS_PER_ADDRESS = 200;

/** Bytes that may wait for a slow reader before we hang up; the reader comes back and resumes. */
const MAX_PENDING_BYTES = 1_000_000;

/** How often a comment goes out, so that neither end and nothing between takes the silence for the end, in ms. */
const HEARTBEAT_MS = 15_000;

/** When readers of a server that stops come back, in ms: each randomly earlier or later, to spread the load. */
const RECONNECT_MS = 500;

/** The owner of the stream: the player, or the address block for an anonymous caller. */
type Owner = { readonly owner: string; readonly address: string };

export type Stream = ReturnType<typeof startStream>;

/** The streams of one server, counted by person and by address block. */
export function createStreams({ every }: Pick<Scheduler, 'every'>) {
  const byOwner = createConnectionCounts(MAX_STREAMS_PER_OWNER);
  const byAddress = createConnectionCounts(MAX_STREAMS_PER_ADDRESS);

  /**
   * Answers a request with a stream instead of a body. `onHeartbeat` is called with every heartbeat.
   *
   * @throws RefusedRequest when `owner` or the address block has too many of them
   */
  return function openStream(reply: FastifyReply, { owner, address }: Owner, onHeartbeat: () => void): Stream {
    if (byOwner.isFull(owner) || byAddress.isFull(address))
      throw new RefusedRequest({ code: 'too-many-requests', retryMs: HEARTBEAT_MS });
    const releases = [byOwner.add(owner), byAddress.add(address)];
    return startStream(reply, { every, onHeartbeat }, () => {
      for (const each of releases) each();
    });
  };
}

type Heartbeats = Pick<Scheduler, 'every'> & { readonly onHeartbeat: () => void };

function startStream(reply: FastifyReply, { every, onHeartbeat }: Heartbeats, onClosed: () => void) {
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
    if (raw.writableLength > MAX_PENDING_BYTES) raw.destroy();
    else raw.write(text);
  };
  const stopHeartbeat = every(HEARTBEAT_MS, () => {
    write(': still here\n\n');
    onHeartbeat();
  });
  const closed = new Promise<void>((resolve) => {
    raw.once('close', () => {
      stopHeartbeat();
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
      write(`retry: ${Math.round(RECONNECT_MS * (0.5 + Math.random()))}\n\n`);
      raw.end();
    },
    /** Resolves when the reader has gone, or the stream is over. */
    closed,
  };
}
