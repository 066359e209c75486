import type { Player } from '@terrace/protocol';
import { openDatabase } from '../store/client.ts';

export async function insertAccounts(databaseUrl: string, players: readonly Player[], since: Date): Promise<void> {
  const { prisma, close } = openDatabase(databaseUrl, () => undefined);
  await prisma.player.createMany({
    data: players.map(({ id, name }) => ({ id, name, nameKey: name.toLowerCase(), createdAt: since })),
    skipDuplicates: true,
  });
  await prisma.user.createMany({
    data: players.map(({ id, name }) => ({
      id: `user-${id}`,
      playerId: id,
      name,
      email: `${id}@example.org`,
      createdAt: since,
      updatedAt: since,
    })),
  });
  await close();
}
