import { z } from 'zod';
import type { Queries } from './client.ts';

const Rows = z.tuple([z.object({ at: z.number() })]);

/** The clock of Postgres, in ms since 1970. */
export async function readClock(prisma: Queries): Promise<number> {
  const [{ at }] = Rows.parse(
    await prisma.$queryRaw`select extract(epoch from clock_timestamp())::float8 * 1000 as at`,
  );
  return at;
}
