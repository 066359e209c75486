import { Player, PlayerId } from '@terrace/protocol';
import { z } from 'zod';
import type { BarredTableStore } from '../accounts/barred-tables.ts';
import type { Database, Prepared } from './client.ts';

const SUSPENDED: Prepared = {
  name: 'suspended_at_tables',
  text: `
    select p.id, p.name from player p
    where p.id in (
      select player_id from sanction
      where kind = 'suspend' and lifted_at is null and (until is null or until > to_timestamp($1::float8 / 1000))
    ) and (
      exists (select from game g where g.status = 'open' and g.players @> array[p.id])
      or exists (
        select from game_event created join game g on g.id = created.game_id
        where created.by = p.id and created.seq = 1 and g.status = 'open'
      )
    )`,
};

/** Begins with the open tables, which are few, and not with the blocks. */
const SEPARATED: Prepared = {
  name: 'separated_at_tables',
  text: `
    with open_table as materialized (select id, players from game where status = 'open')
    select distinct created.by as host, guest.id as guest
    from open_table g
    cross join lateral (select by from game_event where game_id = g.id and seq = 1 offset 0) as created
    cross join lateral (select id from unnest(g.players) as each (id) where id <> created.by offset 0) as guest
    cross join lateral (
      select from block b where b.by = guest.id and b.other = created.by
      union all select from block b where b.by = created.by and b.other = guest.id
    ) as blocked`,
};

const Separated = z.array(z.object({ host: PlayerId, guest: PlayerId }));

export const createBarredTableStore = ({ runPrepared }: Pick<Database, 'runPrepared'>): BarredTableStore => ({
  suspendedPlayers: async (at) => z.array(Player).parse(await runPrepared(SUSPENDED, [at])),
  separatedPlayers: async () => Separated.parse(await runPrepared(SEPARATED, [])),
});
