import { SIDES } from '@terrace/rules';
import * as z from 'zod/mini';
import { MAX_NAME_LENGTH } from './limits.ts';
import { openApiRegistry } from './openapi.ts';
import { Int4 } from './text.ts';

/** Twelve letters and digits, so that a private game cannot be guessed. */
export const GameId = z
  .string()
  .check(z.regex(/^[0-9A-Za-z]{12}$/))
  .brand('GameId');
export type GameId = z.infer<typeof GameId>;

/** A player's public id, not the secret that authenticates them. */
export const PlayerId = z
  .string()
  .check(z.regex(/^[0-9A-Za-z_-]{8,40}$/))
  .brand('PlayerId');
export type PlayerId = z.infer<typeof PlayerId>;

/** Chosen by the client: new for each action, unchanged when resent. */
export const CommandId = z
  .string()
  .check(z.regex(/^[0-9A-Za-z_-]{8,40}$/))
  .brand('CommandId');
export type CommandId = z.infer<typeof CommandId>;

export const SideName = z.enum(SIDES);

/** A square, `a1` to `h8`; it may be off the board in use. */
export const SquareName = z.string().check(z.regex(/^[a-h][1-8]$/));

/** Number of an event in its game, from 1. */
export const Seq = Int4;

export const Ms = z.int().check(z.nonnegative());

/** Milliseconds since 1970, by the server's clock. */
export const Instant = z.int().check(z.nonnegative());

export const Player = z
  .object({
    id: PlayerId,
    name: z.string().check(z.minLength(1), z.maxLength(MAX_NAME_LENGTH)),
    /** A program plays with this account, as its owner has declared. */
    bot: z.optional(z.literal(true)),
  })
  .register(openApiRegistry, { id: 'Player' });
export type Player = z.infer<typeof Player>;
