import * as z from 'zod/mini';
import { LoggedEvent } from './events.ts';
import { GameId, Instant, Player } from './ids.ts';
import { Attention } from './inbox.ts';
import { openApiRegistry } from './openapi.ts';
import { RatingChange } from './ratings.ts';
import { Refusal } from './refusals.ts';
import { Text } from './text.ts';

/** `GET /api/me`; `role` is `admin` or null. `attention` is missing for new guests, and when both numbers are zero. */
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

/** Trimmed, because shells add whitespace. Accepts more than the limit, so that a longer text gets its own refusal. */
export const CommandText = z.pipe(
  z.pipe(
    z.string(),
    z.transform((line) => line.trim()),
  ),
  Text(16_000),
);

/** `POST /api/command` as JSON; as plain text, the body is the command itself. */
export const CommandBody = z.strictObject({ text: CommandText });

/** The body of every refusal: the code is for programs, the message for people. */
export const Refused = z.object({ refusal: Refusal, message: z.string() }).register(openApiRegistry, { id: 'Refused' });
export type Refused = z.infer<typeof Refused>;
