import type { GameId, PlayerId } from '@terrace/protocol';
import { z } from 'zod';
import type { AddressCounts, AddressShare, SeatOrigin } from '../game/address-share.ts';
import type { SeatDemand } from '../game/seat-demand.ts';
import type { Prepared, RunPrepared } from './client.ts';

const Counts = z.array(z.object({ key: z.string(), tables: z.int(), seats: z.int(), invitations: z.int() }));

const COUNT: Prepared = {
  name: 'count_by_address',
  text: `
    select a.address_key as key,
      (count(*) filter (where a.opened and g.status = 'open'))::int as tables,
      (count(*) filter (where s.seated))::int as seats,
      coalesce(sum(s.invited) filter (where a.opened and g.status = 'open'), 0)::int as invitations
    from seat_address a join game g on g.id = a.game_id and g.status in ('open', 'live') and g.id <> $2
    left join lateral (
      select bool_or(seat #>> '{player,id}' = a.player_id) as seated,
        count(*) filter (where not starts_with(seat #>> '{reserved,id}', 'computer-')) as invited
      from jsonb_array_elements(g.seats) as each(seat)
    ) as s on true
    where a.address_key = any($1::text[])
    group by a.address_key`,
};

const WRITE: Prepared = {
  name: 'write_addresses',
  text: `
    with forgotten as (
      delete from seat_address a using game g
      where a.address_key = any($1::text[]) and g.id = a.game_id and g.status in ('over', 'closed')
    )
    insert into seat_address (game_id, player_id, address_key, opened)
    select $2::text, player, key, opened
    from json_to_recordset($3::json) as each(player text, key text, opened bool)
    on conflict (game_id, player_id) do update set address_key = excluded.address_key`,
};

/** From where players sit down, of those whose address is known and counts. */
export function originsOf({ keyOf }: AddressShare, { seats, addresses }: SeatDemand): readonly SeatOrigin[] {
  return seats.flatMap((player) => {
    const address = addresses.get(player.id);
    const key = address === undefined ? undefined : keyOf(address);
    return key === undefined ? [] : [{ player, key }];
  });
}

/** What each of these address blocks has in games that are not over, but for one. */
export async function countByAddress(
  runPrepared: RunPrepared,
  origins: readonly SeatOrigin[],
  except: GameId,
): Promise<readonly AddressCounts[]> {
  const rows = await runPrepared(COUNT, [keysOf(origins), except]);
  return Counts.parse(rows);
}

/** Writes from where players have sat down, and forgets the same addresses in games that are over. */
export async function writeAddresses(
  runPrepared: RunPrepared,
  gameId: GameId,
  origins: readonly SeatOrigin[],
  opens: PlayerId | null,
): Promise<void> {
  const rows = origins.map(({ player, key }) => ({ player: player.id, key, opened: player.id === opens }));
  await runPrepared(WRITE, [keysOf(origins), gameId, JSON.stringify(rows)]);
}

export const keysOf = (origins: readonly SeatOrigin[]): readonly string[] => [
  ...new Set(origins.map(({ key }) => key)),
];
