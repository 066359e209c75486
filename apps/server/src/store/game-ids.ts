import { GameId } from '@terrace/protocol';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { runQuery } from './run-query.ts';

/** Ids of the games of a query. */
export async function readGameIds(
  prisma: PrismaClient,
  query: Pick<Prisma.GameFindManyArgs, 'where' | 'orderBy' | 'take'>,
): Promise<readonly GameId[]> {
  const rows = await runQuery(() => prisma.game.findMany({ ...query, select: { id: true } }));
  return rows.map(({ id }) => GameId.parse(id));
}
