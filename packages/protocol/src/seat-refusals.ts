import * as z from 'zod/mini';

/** `clock` is false if only games without a clock are limited. */
export const TooManySeats = z.object({
  code: z.literal('too-many-seats'),
  name: z.string(),
  most: z.int(),
  clock: z.boolean(),
});

/** `name` is the player with this network; when pairing, any of the paired players. */
export const TooManyFromAddress = z.object({
  code: z.literal('too-many-from-address'),
  name: z.string(),
  what: z.enum(['tables', 'seats', 'invitations']),
  most: z.int(),
});
