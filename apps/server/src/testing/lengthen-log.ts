import type { GameId } from '@terrace/protocol';
import { openDatabase } from '../store/client.ts';

/** Appends events without effect to a game's log, numbered from `from`. */
export async function lengthenLog(databaseUrl: string, gameId: GameId, from: number, events: number): Promise<void> {
  const { prisma, close } = openDatabase(databaseUrl, () => undefined);
  await prisma.$executeRaw`
    insert into game_event (game_id, seq, at, event)
    select ${gameId}, seq, now(), '{"type": "interrupted", "since": 0, "until": 0}'
    from generate_series(${from}::int, ${from + events - 1}::int) seq`;
  await prisma.$executeRaw`update game set seq = ${from + events - 1} where id = ${gameId}`;
  await close();
}
