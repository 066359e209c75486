import type { FastifyReply } from 'fastify';
import { createConnectionCounts } from '../../admission/connections.ts';
import type { Scheduler } from '../../runtime/scheduler.ts';
import { RefusedRequest } from '../refusals.ts';

/** Concurrent streams of one player or anonymous address block, and of one address block in total. */
const MAX_STREAMS_PER_OWNER = 20;
const MAX_STREAMS_PER_ADDRESS = 200;

/** Bytes buffered for a slow client before it is disconnected. It reconnects and resumes. */
const MAX_PENDING_BYTES = 1_000_000;

/** Comments are sent this often, so that neither end nor a proxy takes the connection for dead. */
const HEARTBEAT_MS = 15_000;

/** Average delay before clients of a stopping node reconnect. Each delay is random, to spread the load. */
const RECONNECT_MS = 500;

type Owner = { readonly owner: string; readonly address: string };

export type Stream = ReturnType<typeof startStream>;

/** The server-sent streams of one server, counted by player and by address block. */
export function createStreams({ every }: Pick<Scheduler, 'every'>) {
  const byOwner = createConnectionCounts(MAX_STREAMS_PER_OWNER);
  const byAddress = createConnectionCounts(MAX_STREAMS_PER_ADDRESS);

  /** @throws RefusedRequest when `owner` or the address block has too many streams */
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
    'x-accel-buffering': 'no', // stops a proxy from buffering
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
    /** Sends one event. `id` is where a reconnecting client resumes, with Last-Event-ID. */
    send: (event: string, data: unknown, id?: number): void =>
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: (): void => void raw.end(),
    handOver(): void {
      write(`retry: ${Math.round(RECONNECT_MS * (0.5 + Math.random()))}\n\n`);
      raw.end();
    },
    closed,
  };
}
