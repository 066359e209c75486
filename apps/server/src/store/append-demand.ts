import { COMPUTER_IDS, PlayerId, type Refusal } from '@terrace/protocol';
import { z } from 'zod';
import { createKeyedQueue } from '../game/keyed-queue.ts';
import { excess, type SeatDemand } from '../game/seat-demand.ts';
import { DatabaseBusy } from '../game/store.ts';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { appendStatement, type Entry } from './append.ts';
import { runQuery } from './client.ts';

/** Transactions at a time: each has a connection of play for a few milliseconds, and the others stay free for moves. */
const LANES = 3;

/** Demands that may wait, some seconds' work. The next is told to come back. */
const MAX_WAITING = 500;

/** When to come back, in ms. */
const RETRY_MS = 2_000;

const Counts = z.array(
  z.object({
    player: PlayerId,
    tables: z.int(),
    seats: z.int(),
    withoutClock: z.int(),
    computerGames: z.int(),
    invitations: z.int(),
  }),
);

/**
 * Appends events by which somebody gets a seat, unless that is beyond a limit. Everybody concerned is locked first, and counted
 * in a statement after that, so that of demands made at once, through whatever servers, each counts those before it. Moves do
 * not come this way.
 */
export function createAppendWithin(prisma: PrismaClient) {
  const enqueue = createKeyedQueue<number>();
  let waiting = 0;

  return async (entry: Entry, demand: SeatDemand): Promise<boolean | Refusal> => {
    const players = [...new Set([...demand.seats, ...demand.invited].map(({ id }) => id))].sort();
    if (waiting >= MAX_WAITING) throw new DatabaseBusy('many are taking seats', RETRY_MS);
    waiting += 1;
    try {
      return await enqueue(laneOf(players[0] ?? ''), () =>
        runQuery(() => prisma.$transaction((tx) => appendWithin(tx, entry, demand, players))),
      );
    } finally {
      waiting -= 1;
    }
  };
}

/** One player's demands are in one lane: many of them at once hold one connection, and not all. */
const laneOf = (player: string): number =>
  [...player].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % LANES;

async function appendWithin(
  tx: Prisma.TransactionClient,
  entry: Entry,
  demand: SeatDemand,
  players: readonly PlayerId[],
): Promise<boolean | Refusal> {
  // In one order for everybody, against deadlocks.
  await tx.$queryRaw`
    select pg_advisory_xact_lock(hashtextextended(id, 0))::text from unnest(${players}::text[]) with ordinality as each(id, n)
    order by n`;
  const counts = await tx.$queryRaw`
    select p.id as player,
      (count(*) filter (where s.seated and g.status = 'open'))::int as tables,
      (count(*) filter (where s.seated))::int as seats,
      (count(*) filter (where s.seated and coalesce(g.settings -> 'time', 'null') = 'null'))::int as "withoutClock",
      (count(*) filter (where s.seated and g.players && ${COMPUTER_IDS}))::int as "computerGames",
      (count(*) filter (where s.invited))::int as invitations
    from unnest(${players}::text[]) as p(id)
    left join game g on g.players @> array[p.id] and g.status in ('open', 'live') and g.id <> ${entry.summary.id}
    left join lateral (
      select bool_or(seat #>> '{player,id}' = p.id) as seated, bool_or(seat #>> '{reserved,id}' = p.id) as invited
      from jsonb_array_elements(g.seats) as each(seat)
    ) as s on true
    group by p.id`;
  const refusal = excess(demand, Counts.parse(counts));
  return refusal ?? (await appendStatement(tx, [entry])).has(entry.summary.id);
}
