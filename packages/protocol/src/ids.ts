import { SIDES } from '@terrace/rules';
import * as z from 'zod/mini';
import { MAX_NAME_LENGTH } from './limits.ts';
import { openApiRegistry } from './openapi.ts';
import { Int4 } from './text.ts';

/** Twelve letters and digits: long enough that a private game cannot be guessed. */
export const GameId = z
  .string()
  .check(z.regex(/^[0-9A-Za-z]{12}$/))
  .brand('GameId');
export type GameId = z.infer<typeof GameId>;

/** Names a player to everybody; never the secret that proves who one is. */
export const PlayerId = z
  .string()
  .check(z.regex(/^[0-9A-Za-z_-]{8,40}$/))
  .brand('PlayerId');
export type PlayerId = z.infer<typeof PlayerId>;

/** Chosen by the client, new for every intent and the same when it is sent again. */
export const CommandId = z
  .string()
  .check(z.regex(/^[0-9A-Za-z_-]{8,40}$/))
  .brand('CommandId');
export type CommandId = z.infer<typeof CommandId>;

export const SideName = z.enum(SIDES);

/** A square by its name, `a1` to `h8`. Whether the board has it is for the rules to say. */
export const SquareName = z.string().check(z.regex(/^[a-h][1-8]$/));

/** Number of an event in its game, from 1. */
export const Seq = Int4;

/** Milliseconds, a duration. */
export const Ms = z.int().check(z.nonnegative());

/** Milliseconds since 1970 by the server's clock. */
export const Instant = z.int().check(z.nonnegative());

export const Player = z
  .object({ id: PlayerId, name: z.string().check(z.minLength(1), z.maxLength(MAX_NAME_LENGTH)) })
  .register(openApiRegistry, { id: 'Player' });
export type Player = z.infer<typeof Player>;
