import { z } from 'zod';
import { Prisma } from '../generated/prisma/client.ts';
import type { Queries } from './client.ts';

/** Rows per statement, a few milliseconds of work for any search. */
const WINDOW = 2_000;

/** Statements per page. A search without enough matches by then returns a cursor to continue. */
const MAX_WINDOWS = 10;

/** No further window is started after this time: a window takes hundreds of ms if a player has few of many games. */
const MAX_MS = 500;

type AnyPlace = { readonly key: unknown; readonly id: string };

type Search<Place extends AnyPlace, Row extends Place> = {
  readonly prisma: Pick<Queries, '$queryRaw'>;
  readonly place: z.ZodType<Place>;
  readonly row: z.ZodType<Row>;
  /** SQL: lists with the columns `key` and `id` after a position, without order and limit. They are merged. */
  readonly lists: (after: Place | null) => readonly Prisma.Sql[];
  /** SQL: the matches among the rows of a window, named `listed`. */
  readonly matching: Prisma.Sql;
};

const Window = z.object({ listed: z.int(), to_key: z.unknown(), to_id: z.unknown(), found: z.boolean() });

const IN_ORDER = Prisma.sql`order by key desc, id desc`;

/** Each list is limited by itself, so that each can be read from its own index. */
function firstOf(lists: readonly Prisma.Sql[]): Prisma.Sql {
  const each = lists.map((list) => Prisma.sql`(${list} ${IN_ORDER} limit ${WINDOW})`);
  return Prisma.sql`select * from (${Prisma.join(each, ' union all ')}) as merged ${IN_ORDER} limit ${WINDOW}`;
}

/** Searches a list without a full index in windows, so that rare matches cost no more. Pages may be short or empty. */
export async function searchInWindows<Place extends AnyPlace, Row extends Place>(
  { prisma, place, row, lists, matching }: Search<Place, Row>,
  after: Place | null,
  limit: number,
): Promise<{ readonly rows: readonly Row[]; readonly next: Place | null }> {
  const rows: Row[] = [];
  let from = after;
  const giveUpAt = performance.now() + MAX_MS;
  for (let n = 0; n < MAX_WINDOWS && (n === 0 || performance.now() < giveUpAt); n += 1) {
    const answer = await prisma.$queryRaw`
      with listed as materialized (${firstOf(lists(from))}), bound as (
        select (select count(*) from listed)::int as listed, key as to_key, id as to_id
        from listed order by key, id limit 1
      ), found as (${matching} ${IN_ORDER} limit ${limit + 1 - rows.length})
      select f.*, f.id is not null as found, b.* from bound b left join found f on true order by f.key desc, f.id desc`;
    const [bound] = z.array(Window).parse(answer);
    if (bound?.found) rows.push(...z.array(row).parse(answer));
    if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1] ?? null };
    if (bound === undefined || bound.listed < WINDOW) return { rows, next: null };
    from = place.parse({ key: bound.to_key, id: bound.to_id });
  }
  return { rows, next: from };
}
