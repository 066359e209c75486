import { z } from 'zod';
import { Prisma } from '../generated/prisma/client.ts';
import type { Queries } from './client.ts';

/** Rows listed at in one statement: a few milliseconds' work, whatever is asked for. */
const WINDOW = 2_000;

/** Statements for one page. A search that has found too little by then says where to go on. */
const MAX_WINDOWS = 10;

/** No further window is begun after so long, in ms: where few of many games are a player's, one takes hundreds. */
const MAX_MS = 500;

/** A place in a list whose order is by `key` and then `id`, the largest first. */
type AnyPlace = { readonly key: unknown; readonly id: string };

type Search<Place extends AnyPlace, Row extends Place> = {
  readonly prisma: Pick<Queries, '$queryRaw'>;
  readonly place: z.ZodType<Place>;
  readonly row: z.ZodType<Row>;
  /** SQL of the list after a place, with the columns `key` and `id`. Its order and limit are added. */
  readonly list: (after: Place | null) => Prisma.Sql;
  /** SQL of the rows that match, from `listed`: the part of the list that a window looks at. */
  readonly matching: Prisma.Sql;
};

/** What each row of a window has besides the columns of a match, if there is one. */
const Window = z.object({ listed: z.int(), to_key: z.unknown(), to_id: z.unknown(), found: z.boolean() });

const IN_ORDER = Prisma.sql`order by key desc, id desc`;

/**
 * A page of a list that no index serves alone, such as a search by several filters: looks through it window by window, so that
 * one that matches little or nothing costs no more than any other. A page may then be short, or empty, and still have a next.
 */
export async function searchInWindows<Place extends AnyPlace, Row extends Place>(
  { prisma, place, row, list, matching }: Search<Place, Row>,
  after: Place | null,
  limit: number,
): Promise<{ readonly rows: readonly Row[]; readonly next: Place | null }> {
  const rows: Row[] = [];
  let from = after;
  const giveUpAt = performance.now() + MAX_MS;
  for (let n = 0; n < MAX_WINDOWS && (n === 0 || performance.now() < giveUpAt); n += 1) {
    const answer = await prisma.$queryRaw`
      with listed as materialized (${list(from)} ${IN_ORDER} limit ${WINDOW}), bound as (
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
