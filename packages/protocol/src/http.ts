import * as z from 'zod/mini';
import { LoggedEvent } from './events.ts';
import { GameId, Instant, Player } from './ids.ts';
import { Attention } from './inbox.ts';
import { openApiRegistry } from './openapi.ts';
import { RatingChange } from './ratings.ts';

/** `GET /api/me`; `role` is `admin` or null. `attention` is missing for new guests, when both numbers are zero, and when they cannot be read. */
export const Me = z.object({
  player: Player,
  guest: z.boolean(),
  role: z.nullable(z.string()),
  attention: z.optional(Attention),
});
export type Me = z.infer<typeof Me>;

/** `GET /api/games/:id`. Rating changes are missing until known. `more` if the log continues after the requested part. */
export const GameLog = z
  .object({
    id: GameId,
    events: z.array(LoggedEvent),
    now: Instant,
    changes: z.optional(z.array(RatingChange)),
    more: z.optional(z.boolean()),
  })
  .register(openApiRegistry, { id: 'GameLog' });
export type GameLog = z.infer<typeof GameLog>;
