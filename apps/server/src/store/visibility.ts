import type { PlayerId } from '@terrace/protocol';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { runQuery } from './client.ts';

/** A game `g` that this person may find: public, or one's own. */
export const visibleTo = (asker: PlayerId | undefined): Prisma.Sql =>
  asker === undefined
    ? Prisma.sql`g.settings->>'seen' = 'public'`
    : Prisma.sql`(g.settings->>'seen' = 'public' or g.players @> ${[asker]})`;

/** The names players have now, by id. */
export async function currentNames(
  prisma: PrismaClient,
  ids: readonly PlayerId[],
): Promise<ReadonlyMap<string, string>> {
  const where = { id: { in: [...new Set(ids)] } };
  const rows = await runQuery(() => prisma.player.findMany({ where, select: { id: true, name: true } }));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
