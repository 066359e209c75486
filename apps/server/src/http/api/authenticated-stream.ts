import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../accounts/actor.ts';
import type { Revoke } from '../../accounts/revocation.ts';
import { addressBlock } from '../../limits/address-block.ts';
import type { Scheduler } from '../../runtime/scheduler.ts';
import { singleFlight } from '../../runtime/single-flight.ts';
import { type Authenticate, credentialsOf } from '../actor.ts';
import { createStreams, type Stream } from './sse.ts';

export type Proof = {
  readonly authenticate: Authenticate;
  readonly onRevoked: (listener: Revoke) => void;
  readonly streaming: AbortSignal;
  readonly scheduler: Scheduler;
  readonly report: (fault: unknown) => void;
};

/**
 * Opens streams that last only as long as what proves who asked for them: one that is hung up on ends at once, and one
 * whose credential another node has ended, or that was ended while the stream was opening, with the next look. All end
 * when the node stops.
 */
export function createAuthenticatedStreams({ authenticate, onRevoked, streaming, scheduler, report }: Proof) {
  const openStream = createStreams(scheduler);
  const open = new Set<Stream>();
  const credentials = new Map<Stream, Actor['credential']>();
  onRevoked((over) => {
    for (const [stream, credential] of credentials) if (over.includes(credential)) stream.end();
  });

  streaming.addEventListener('abort', () => {
    for (const stream of open) stream.handOver();
  });

  function openUntilStop(...args: Parameters<typeof openStream>): Stream {
    const stream = openStream(...args);
    open.add(stream);
    stream.closed.then(() => open.delete(stream)).catch(report);
    if (streaming.aborted) stream.handOver();
    return stream;
  }

  return (request: FastifyRequest, reply: FastifyReply, beat: () => void): Stream => {
    const { actor, ip } = request;
    const address = addressBlock(ip);
    if (actor === null) return openUntilStop(reply, { who: address, address }, beat);
    const { request: look } = singleFlight(async () => {
      const asked = await authenticate(credentialsOf(request));
      if (!asked.ok || asked.value?.credential !== actor.credential) stream.end();
    }, report);
    const stream = openUntilStop(reply, { who: actor.player.id, address }, () => {
      look();
      beat();
    });
    credentials.set(stream, actor.credential);
    stream.closed.then(() => credentials.delete(stream)).catch(report);
    look();
    return stream;
  };
}
