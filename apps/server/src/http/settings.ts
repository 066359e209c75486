import { AccountPreferences, type PlayerId, type Refusal, type StoredPreferences } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimit } from '../rate-limit.ts';
import type { PreferenceStore } from '../store/preferences.ts';
import { sameOrigin } from './origin.ts';
import { statusOf } from './status.ts';

/** All of them as JSON are well below this. */
const MOST_BYTES = 4000;

/** How somebody with an account wants pages and boards to be, on every device. A guest's device keeps them alone. */
export async function settingsPlugin(
  app: FastifyInstance,
  { preferences, requestLimit }: { preferences: PreferenceStore; requestLimit: RateLimit },
): Promise<void> {
  async function asking({ headers, actor, ip }: FastifyRequest): Promise<Result<PlayerId, Refusal>> {
    if (!sameOrigin(headers.origin, headers.host)) return err({ code: 'foreign-origin' });
    const tooMany = await requestLimit.consume(actor?.player.id ?? ip);
    if (tooMany !== undefined) return err(tooMany);
    if (actor === null) return err({ code: 'no-session' });
    return actor.guest ? err({ code: 'needs-account' }) : ok(actor.player.id);
  }

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get('/api/me/preferences', async (request, reply): Promise<StoredPreferences | FastifyReply> => {
    const by = await asking(request);
    if (!by.ok) return refuse(reply, by.error);
    return reply.type('application/json').send(JSON.stringify(await preferences.of(by.value)));
  });

  /** The last one to write is right. */
  app.put('/api/me/preferences', { bodyLimit: MOST_BYTES }, async (request, reply) => {
    const by = await asking(request);
    if (!by.ok) return refuse(reply, by.error);
    const wish = AccountPreferences.safeParse(request.body);
    if (!wish.success) {
      const field = wish.error.issues[0]?.path.join('.') || 'body';
      return refuse(reply, { code: 'malformed', problem: `${field} does not fit` });
    }
    await preferences.keep(by.value, wish.data);
    return wish.data;
  });
}

const refuse = (reply: FastifyReply, refusal: Refusal): FastifyReply => reply.code(statusOf(refusal)).send({ refusal });
