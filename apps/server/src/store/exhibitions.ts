import { COMPUTER_IDS, GameId } from '@terrace/protocol';
import type { ExhibitionStore } from '../computers/exhibition.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Queries } from './client.ts';

export const COMPUTER_PREFIX = 'computer-';

const prefix = Prisma.raw(`'${COMPUTER_PREFIX}'`); // a literal, as in the index

/** SQL: all players of game `g` are computers. The first two conditions are those of the index of such games. */
const amongComputers = Prisma.sql`
  starts_with(g.players[1], ${prefix}) and starts_with(g.players[2], ${prefix}) and g.players <@ ${COMPUTER_IDS}`;

export const createExhibitionStore = (prisma: Queries): ExhibitionStore => ({
  async liveExhibition() {
    const [row] = await prisma.$queryRaw<{ id: string }[]>`
      select g.id from game g where g.status = 'live' and ${amongComputers}
      order by g.updated_at desc limit 1`;
    return row && GameId.parse(row.id);
  },

  async deleteExhibitions(instant) {
    const rows = await prisma.$queryRaw<{ id: string }[]>`
      delete from game g
      where g.status = 'over' and ${amongComputers} and g.updated_at < ${new Date(instant)}
      returning g.id`;
    return rows.map(({ id }) => GameId.parse(id));
  },
});
