import { computerStrength, DEFAULT_SETTINGS, type Player, type Settings } from '@terrace/protocol';
import { openDatabase } from '../store/client.ts';

export async function fillSeats(
  databaseUrl: string,
  { id, name }: Player,
  games: number,
  { time, as }: { readonly time: Settings['time']; readonly as: 'player' | 'reserved' },
): Promise<void> {
  const settings = JSON.stringify({ ...DEFAULT_SETTINGS, time });
  const seats = JSON.stringify([{ side: 'south', player: null, reserved: null, [as]: { id, name } }]);
  const { prisma, close } = openDatabase(databaseUrl, () => undefined);
  await prisma.$executeRaw`
    insert into game (id, seq, status, settings, seats, players, turn, ply, created_at, updated_at)
    select substr(md5(${id} || ${as} || random()::text || n), 1, 12), 4, ${as === 'player' ? 'live' : 'open'},
      ${settings}::jsonb, ${seats}::jsonb, array[${id}], 'south', 1, now(), now()
    from generate_series(1, ${games}::int) n`;
  await close();
}

/** Strengths of computers by seat; undefined for a person, null for an open seat. */
export const strengthsAt = (seats: readonly { readonly player: Pick<Player, 'id'> | null }[]) =>
  seats.map(({ player }) => player && computerStrength(player.id));
