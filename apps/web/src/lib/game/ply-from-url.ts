import * as z from 'zod/mini';

const Ply = z.catch(z.optional(z.coerce.number().check(z.int(), z.nonnegative())), undefined);

/** The ply in a game's URL; undefined if it is missing or invalid. */
export const plyFromUrl = ({ searchParams }: URL): number | undefined =>
  Ply.parse(searchParams.get('ply') ?? undefined);
