import { z } from 'zod';
import { LoggedEvent } from './events.ts';
import { GameId, Instant, Player } from './ids.ts';

/** `GET /api/me` */
export const Me = z.object({ player: Player, guest: z.boolean() });
export type Me = z.infer<typeof Me>;

/** `GET /api/games/:id`: the whole log, and the server's clock to read it by. */
export const GameLog = z.object({ id: GameId, events: z.array(LoggedEvent), now: Instant });
export type GameLog = z.infer<typeof GameLog>;

/** `POST /api/command` as JSON; as plain text, the body is the command itself. */
export const CommandBody = z.strictObject({ text: z.string() });
export type CommandBody = z.infer<typeof CommandBody>;
