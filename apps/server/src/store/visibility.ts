import type { PlayerId } from '@terrace/protocol';
import { Prisma } from '../generated/prisma/client.ts';

/** SQL condition: the game `g` is public, or the viewer is one of its players. */
export const visibleTo = (viewer: PlayerId | undefined): Prisma.Sql =>
  viewer === undefined
    ? Prisma.sql`g.settings->>'seen' = 'public'`
    : Prisma.sql`(g.settings->>'seen' = 'public' or g.players @> ${[viewer]})`;
