import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../accounts/actor.ts';
import type { Revoke } from '../../accounts/revocation.ts';
import type { Scheduler } from '../../runtime/scheduler.ts';
import { singleFlight } from '../../runtime/single-flight.ts';
import { type Authenticate, credentialsOf } from '../actor.ts';
import { blockOf } from '../route.ts';
import { createStreams, type Stream } from './sse.ts';

export type StreamAuthentication = {
  readonly authenticate: Authenticate;
  readonly onRevoked: (listener: Revoke) => void;
  readonly streaming: AbortSignal;
  readonly scheduler: Scheduler;
  readonly reportError: (fault: unknown) => void;
};

/** Streams end when their credential is revoked: at once on this node, with the next heartbeat on others. */
export function createAuthenticatedStreams({
  authenticate,
  onRevoked,
  streaming,
  scheduler,
  reportError,
}: StreamAuthentication) {
  const openStream = createStreams(scheduler);
  const open = new Map<Stream, Actor['credential'] | undefined>();
  onRevoked((revoked) => {
    for (const [stream, credential] of open) if (credential !== undefined && revoked.includes(credential)) stream.end();
  });
  streaming.addEventListener('abort', () => {
    for (const stream of open.keys()) stream.handOver();
  });

  return (request: FastifyRequest, reply: FastifyReply, onHeartbeat: () => void): Stream => {
    const { actor } = request;
    const address = blockOf(request);
    const { request: recheck } = singleFlight(async () => {
      if (actor === null) return;
      const current = await authenticate(credentialsOf(request));
      if (!current.ok || current.value?.credential !== actor.credential) stream.end();
    }, reportError);
    const stream = openStream(reply, { owner: actor?.player.id ?? address, address }, () => {
      recheck();
      onHeartbeat();
    });
    open.set(stream, actor?.credential);
    stream.closed.then(() => open.delete(stream)).catch(reportError);
    if (streaming.aborted) stream.handOver();
    recheck();
    return stream;
  };
}
