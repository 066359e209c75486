import { GameId } from '@terrace/protocol';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Queries } from './client.ts';

export async function readGameIds(
  prisma: Queries,
  query: Pick<Prisma.GameFindManyArgs, 'where' | 'orderBy' | 'take'>,
): Promise<readonly GameId[]> {
  const rows = await prisma.game.findMany({ ...query, select: { id: true } });
  return rows.map(({ id }) => GameId.parse(id));
}
