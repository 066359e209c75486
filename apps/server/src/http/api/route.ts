import { GameId, openApiRegistry, Refused } from '@terrace/protocol';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Actor } from '../../accounts/actor.ts';
import { RefusedRequest } from './refused.ts';

/** Some routes of the API, typed by their schemas. */
export type Routes<Services> = FastifyPluginAsyncZod<Services & Record<never, never>>;

export const ById = z.object({ id: GameId });
export const ByName = z.object({ name: z.string().min(1).max(30) });

/** The refusals a route answers with, by status, for its description. */
export const refusals = {
  '4xx': Refused.check().register(openApiRegistry, {
    description: 'Refused: what was wrong with the request, and what to do.',
  }),
  '5xx': Refused.check().register(openApiRegistry, {
    description: 'Our fault, or the database is away. Nothing was lost; try again.',
  }),
};

/** An answer of text instead of JSON, whole or as a stream. */
export const text = (type: string, description: string) => ({
  description,
  content: { [type]: { schema: z.unknown().register(openApiRegistry, { type: 'string' }) } },
});

/** An answer of server-sent events, by what the data of each is. */
export const eventsEach = (data: z.core.$ZodType) => ({
  description: 'Server-sent events; each has this as its data.',
  content: { 'text/event-stream': { schema: data } },
});

/** Who is asking. @throws RefusedRequest for nobody */
export function somebody(actor: Actor | null): Actor {
  if (actor === null) throw new RefusedRequest({ code: 'no-session' });
  return actor;
}
