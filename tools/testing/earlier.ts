import { openDatabase } from '../../apps/server/src/store/client.ts';

/** Moves all that has happened in a game into the past, while no server runs. */
export async function makeEarlier(databaseUrl: string, gameId: string, byMs: number): Promise<void> {
  const { prisma, close } = openDatabase(databaseUrl, () => undefined);
  const seconds = byMs / 1000;
  await prisma.$executeRaw`update game_event set at = at - make_interval(secs => ${seconds}) where game_id = ${gameId}`;
  await prisma.$executeRaw`update game set deadline_at = deadline_at - make_interval(secs => ${seconds}) where id = ${gameId}`;
  await close();
}
