import * as z from 'zod/mini';
import { LoggedEvent } from './events.ts';
import { GameId, Instant, Player } from './ids.ts';
import { openApiRegistry } from './openapi.ts';
import { RatingChange } from './ratings.ts';
import { Refusal } from './refusals.ts';
import { Text } from './text.ts';

/** `GET /api/me`: who one is; `role` is `admin` or null. */
export const Me = z.object({ player: Player, guest: z.boolean(), role: z.nullable(z.string()) });
export type Me = z.infer<typeof Me>;

/**
 * `GET /api/games/:id`: the log, the server's clock to read it by, and what the end did to ratings once it is known. `more`
 * where it goes on beyond what was asked for.
 */
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

/** A line of text; what a shell puts around it is taken off. A longer one is told so by a refusal of its own, up to here. */
export const CommandText = z.pipe(
  z.pipe(
    z.string(),
    z.transform((line) => line.trim()),
  ),
  Text(16_000),
);

/** `POST /api/command` as JSON; as plain text, the body is the command itself. */
export const CommandBody = z.strictObject({ text: CommandText });

/** How every refusal is answered: the code is for programs, the message for people. */
export const Refused = z.object({ refusal: Refusal, message: z.string() }).register(openApiRegistry, { id: 'Refused' });
export type Refused = z.infer<typeof Refused>;
