import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../accounts/actor.ts';
import type { HangUp } from '../../accounts/hang-up.ts';
import { coalesce } from '../../coalesce.ts';
import { credentialsOf, type WhoAsks } from '../actor.ts';
import { openStream, type Stream } from './sse.ts';

export type Proof = {
  readonly whoAsks: WhoAsks;
  readonly onHangUp: (listener: HangUp) => void;
  readonly report: (fault: unknown) => void;
};

/**
 * Opens streams that last only as long as what proves who asked for them: one that is hung up on ends at once, and one
 * whose proof another node has ended, or that was ended while the stream was opening, with the next look.
 */
export function provenStreams({ whoAsks, onHangUp, report }: Proof) {
  const proofs = new Map<Stream, Actor['proof']>();
  onHangUp((over) => {
    for (const [stream, proof] of proofs) if (over.includes(proof)) stream.end();
  });

  return (request: FastifyRequest, reply: FastifyReply, beat: () => void): Stream => {
    const { actor, ip } = request;
    if (actor === null) return openStream(reply, ip, beat);
    const look = coalesce(async () => {
      const asked = await whoAsks(credentialsOf(request));
      if (!asked.ok || asked.value?.proof !== actor.proof) stream.end();
    }, report);
    const stream = openStream(reply, actor.player.id, () => {
      look();
      beat();
    });
    proofs.set(stream, actor.proof);
    void stream.closed.then(() => proofs.delete(stream));
    look();
    return stream;
  };
}
