import { NewReport, NewSanction, type PlayerId, type Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Moderation } from '../moderation/moderation.ts';
import type { RateLimit } from '../rate-limit.ts';
import { sameOrigin } from './origin.ts';
import { statusOf } from './status.ts';

const Numbered = z.object({ id: z.coerce.number().int().positive() });

/** What players tell moderators, and what moderators read and do. */
export async function moderationPlugin(
  app: FastifyInstance,
  { moderation, requestLimit }: { moderation: Moderation; requestLimit: RateLimit },
): Promise<void> {
  /** Who asks, if they may ask at all. */
  async function asking({ headers, actor, ip }: FastifyRequest): Promise<Result<PlayerId, Refusal>> {
    if (!sameOrigin(headers.origin, headers.host)) return err({ code: 'foreign-origin' });
    const tooMany = await requestLimit.consume(actor?.player.id ?? ip);
    if (tooMany !== undefined) return err(tooMany);
    if (actor === null) return err({ code: 'no-session' });
    // A token plays and reads; this is for people at a page.
    return actor.credential.startsWith('token:') ? err({ code: 'needs-account' }) : ok(actor.player.id);
  }

  /** A request whose body or path has to fit before anybody looks at it. */
  const carryOut =
    <T>(
      schema: z.core.$ZodType<T>,
      part: 'body' | 'params',
      job: (by: PlayerId, input: T) => Promise<Result<unknown, Refusal>>,
    ) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const by = await asking(request);
      if (!by.ok) return answer(reply, by);
      const input = z.safeParse(schema, request[part]);
      if (!input.success) return answer(reply, err({ code: 'malformed', problem: problemOf(input.error) }));
      return answer(reply, await job(by.value, input.data));
    };

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  app.post('/api/reports', carryOut(NewReport, 'body', moderation.report));
  app.get('/api/moderation', carryOut(z.unknown(), 'params', moderation.view));
  app.post(
    '/api/moderation/reports/:id/handled',
    carryOut(Numbered, 'params', (by, { id }) => moderation.handle(by, id)),
  );
  app.post('/api/moderation/sanctions', carryOut(NewSanction, 'body', moderation.sanction));
  app.post(
    '/api/moderation/sanctions/:id/lifted',
    carryOut(Numbered, 'params', (by, { id }) => moderation.lift(by, id)),
  );
}

const answer = (reply: FastifyReply, result: Result<unknown, Refusal>) =>
  result.ok ? reply.send(result.value ?? {}) : reply.code(statusOf(result.error)).send({ refusal: result.error });

function problemOf({ issues: [issue] }: z.ZodError): string {
  return issue === undefined ? 'it does not fit' : `${issue.path.join('.') || 'body'}: ${issue.message}`.slice(0, 200);
}
