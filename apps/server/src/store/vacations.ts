import { GameId, PlayerId } from '@terrace/protocol';
import { z } from 'zod';
import { Prisma } from '../generated/prisma/client.ts';
import type { VacationStore } from '../vacations/vacations.ports.ts';
import { type Queries, transact } from './client.ts';
import { IS_UNFINISHED } from './conditions.ts';
import { noteExecuted } from './executed-commands.ts';

const Ids = z.array(z.object({ id: GameId }));

type Row = { readonly since: Date; readonly until: Date };
const fromRow = ({ since, until }: Row) => ({ since: since.getTime(), until: until.getTime() });

export const createVacationStore = (prisma: Queries): VacationStore => ({
  async of(playerId, after) {
    const rows = await prisma.vacation.findMany({
      where: { playerId, until: { gt: new Date(after) } },
      orderBy: { since: 'asc' },
    });
    return rows.map(fromRow);
  },

  change: (playerId, after, decide, once) =>
    transact(prisma, async (tx) => {
      await tx.$queryRaw`select from player where id = ${playerId} for no key update`;
      const rows = await tx.vacation.findMany({
        where: { playerId, until: { gt: new Date(after) } },
        orderBy: { since: 'asc' },
      });
      const decision = decide(rows.map(fromRow));
      if (!decision.ok) return decision;
      await noteExecuted(tx, once);
      const [since, until] = [new Date(decision.value.since), new Date(decision.value.until)];
      await tx.vacation.upsert({
        where: { playerId_since: { playerId, since } },
        create: { playerId, since, until },
        update: { until, written: false },
      });
      return decision;
    }),

  async unwritten() {
    const rows = await prisma.vacation.findMany({ where: { written: false }, orderBy: { since: 'asc' } });
    return rows.map((row) => ({ ...fromRow(row), player: PlayerId.parse(row.playerId) }));
  },

  async gamesOf(player) {
    const rows = await prisma.$queryRaw`
      select id from game
      where players @> array[${player}::text] and ${Prisma.raw(IS_UNFINISHED)} and status = 'live'
        and settings -> 'time' ->> 'kind' is distinct from 'clock'
      order by deadline_at nulls last`;
    return Ids.parse(rows).map(({ id }) => id);
  },

  async markWritten({ player, since, until }) {
    const where = { playerId: player, since: new Date(since), until: new Date(until) };
    await prisma.vacation.updateMany({ where, data: { written: true } });
  },

  async writeAgain(players, at) {
    const where = { playerId: { in: [...players] }, until: { gt: new Date(at) } };
    return (await prisma.vacation.updateMany({ where, data: { written: false } })).count;
  },

  writeAgainWhereChanged: (since, at) => prisma.$executeRaw`
    update vacation v set written = false
    where v.until > ${new Date(at)} and v.written and exists (
      select from game g
      where g.players @> array[v.player_id] and g.status in ('open', 'live') and g.updated_at > ${new Date(since)}
    )`,
});
