import { PlayerId } from '@terrace/protocol';
import type { AccountUpkeepStore } from '../accounts/upkeep.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Queries } from './client.ts';

/**
 * No table mentions the player, neither by a foreign key nor by an id. `traces.test.ts` compares this with all tables.
 * A game that a player has left or declined, or whose table the player opened, has the id in its log only.
 */
const IS_IDLE_GUEST = Prisma.sql`
  p.name_key is null and p.closed_at is null and p.settings is null and p.role is null
  and not exists (select from "user" t where t.player_id = p.id)
  and not exists (select from game t where t.players @> array[p.id])
  and not exists (select from game_event t where t.by = p.id and t.seq = 1)
  and not exists (
    select from game_event t where t.by = p.id and t.event ->> 'type' = any(array['unseated', 'declined']))
  and not exists (select from chat_message t where t.by_id = p.id)
  and not exists (select from notification t where t.player_id = p.id)
  and not exists (select from push_subscription t where t.player_id = p.id)
  and not exists (select from conditional_moves t where t.player_id = p.id)
  and not exists (select from game_note t where t.player_id = p.id)
  and not exists (select from block t where t.by = p.id)
  and not exists (select from block t where t.other = p.id)
  and not exists (select from follow t where t.by = p.id)
  and not exists (select from follow t where t.other = p.id)
  and not exists (select from sanction t where t.player_id = p.id)
  and not exists (select from report t where t.by = p.id)
  and not exists (select from report t where t.about = p.id)
  and not exists (select from renaming t where t.player_id = p.id)
  and not exists (select from vacation t where t.player_id = p.id)
  and not exists (select from rating t where t.player_id = p.id)
  and not exists (select from rating_change t where t.player_id = p.id)
  and not exists (select from api_token t where t.player_id = p.id)
  and not exists (select from notification_choice t where t.player_id = p.id)`;

export const createAccountUpkeepStore = (prisma: Queries): AccountUpkeepStore => ({
  async deleteExpired(at, most) {
    await prisma.verification.deleteMany({ where: { expiresAt: { lte: new Date(at) } } });
    return prisma.$executeRaw`
      delete from session where id in (
        select id from session where expires_at <= ${new Date(at)} order by expires_at limit ${most})`;
  },

  async idleGuests(before, after, most) {
    const rows = await prisma.$queryRaw<{ id: string; is_idle: boolean }[]>`
      select p.id, (${IS_IDLE_GUEST}) as is_idle from (
        select * from player where id > ${after} and name_key is null and closed_at is null
          and created_at < ${new Date(before)} order by id limit ${most}
      ) as p
      order by p.id`;
    const last = rows.at(-1)?.id;
    const guests = rows.flatMap((row) => (row.is_idle ? [PlayerId.parse(row.id)] : []));
    return last === undefined ? undefined : { guests, last };
  },

  async deleteIdleGuests(guests) {
    await prisma.$executeRaw`delete from player p where p.id = any(${[...guests]}) and ${IS_IDLE_GUEST}`;
  },
});
