import * as z from 'zod/mini';

const Ply = z.catch(z.optional(z.coerce.number().check(z.int(), z.nonnegative())), undefined);

/** The move after which an address shows a game; undefined where it names none, or what is no number. */
export const plyIn = ({ searchParams }: URL): number | undefined => Ply.parse(searchParams.get('ply') ?? undefined);
