import type { GameId } from '@terrace/protocol';
import { z } from 'zod';
import type { AddressCounts, AddressShare, SeatOrigin } from '../game-service/address-share.ts';
import type { SeatDemand } from '../game-service/seat-demand.ts';
import type { Prepared, RunPrepared } from './client.ts';

const Counts = z.array(z.object({ key: z.string(), tables: z.int(), seats: z.int(), invitations: z.int() }));

/** `offset 0` keeps the look at a game behind that at its address: else a database that knows little of its tables goes through all games. */
const COUNT: Prepared = {
  name: 'count_by_address',
  text: `
    select a.address_key as key,
      (count(*) filter (where a.opened and g.status = 'open'))::int as tables,
      (count(*) filter (where g.seated))::int as seats,
      coalesce(sum(g.invited) filter (where a.opened and g.status = 'open'), 0)::int as invitations
    from seat_address a cross join lateral (
      select g.status, s.seated, s.invited
      from game g cross join lateral (
        select bool_or(seat #>> '{player,id}' = a.player_id) as seated,
          count(*) filter (where not starts_with(seat #>> '{reserved,id}', 'computer-')) as invited
        from jsonb_array_elements(g.seats) as each(seat)
      ) as s
      where g.id = a.game_id and g.status in ('open', 'live') and g.id <> all($2::text[])
      offset 0
    ) as g
    where a.address_key = any($1::text[])
    group by a.address_key`,
};

/** From where players sit down, of those whose address is known and counts. */
export function originsOf({ keyOf }: AddressShare, { seats, addresses }: SeatDemand): readonly SeatOrigin[] {
  return seats.flatMap((player) => {
    const address = addresses.get(player.id);
    const key = address === undefined ? undefined : keyOf(address);
    return key === undefined ? [] : [{ player, key }];
  });
}

/** What each of these address blocks has in games that are not over, except for these games. */
export async function countByAddress(
  runPrepared: RunPrepared,
  origins: readonly SeatOrigin[],
  except: readonly GameId[],
): Promise<readonly AddressCounts[]> {
  const rows = await runPrepared(COUNT, [keysOf(origins), except]);
  return Counts.parse(rows);
}

export const keysOf = (origins: readonly SeatOrigin[]): readonly string[] => [
  ...new Set(origins.map(({ key }) => key)),
];
