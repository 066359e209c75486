import { COMPUTER_IDS, PlayerId, type Refusal } from '@terrace/protocol';
import { z } from 'zod';
import { type AddressLimits, type AddressShare, excessOfAddress, type SeatOrigin } from '../game/address-share.ts';
import { createKeyedQueue } from '../game/keyed-queue.ts';
import { excess, type SeatDemand } from '../game/seat-demand.ts';
import { DatabaseBusy } from '../game/store.ts';
import { appendStatement, type Entry } from './append.ts';
import type { Database, Prepared, RunPrepared } from './client.ts';
import { countByAddress, keysOf, originsOf } from './seat-addresses.ts';

/** Transactions at a time: each has a connection of play for a few milliseconds, and the others stay free for moves. */
const LANES = 3;

/** Demands that may wait, some seconds' work. The next is told to come back. */
const MAX_WAITING = 500;

/** Of these, from one address block, or of one player whose address does not count. */
const MAX_WAITING_FROM_ONE = 100;

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
 * Appends events by which somebody gets a seat, unless that is beyond a limit. Everybody concerned is locked first, and the
 * address blocks they ask from, and counted in statements after that, so that of demands made at once, through whatever
 * servers, each counts those before it. Moves do not come this way.
 */
export function createAppendWithin(transaction: Database['transaction'], share: AddressShare) {
  const enqueue = createKeyedQueue<number>();
  const waiting = new Map<string, number>();
  let allWaiting = 0;

  function count(from: string, change: 1 | -1): void {
    allWaiting += change;
    const now = (waiting.get(from) ?? 0) + change;
    if (now > 0) waiting.set(from, now);
    else waiting.delete(from);
  }

  return async (entry: Entry, demand: SeatDemand): Promise<boolean | Refusal> => {
    const players = [...new Set([...demand.seats, ...demand.invited].map(({ id }) => id))].sort();
    const origins = originsOf(share, demand);
    const from = origins[0]?.key ?? players[0] ?? '';
    if (allWaiting >= MAX_WAITING || (waiting.get(from) ?? 0) >= MAX_WAITING_FROM_ONE) {
      throw new DatabaseBusy('many are taking seats', RETRY_MS);
    }
    count(from, 1);
    try {
      return await enqueue(laneOf(from), () =>
        transaction((runPrepared) => appendWithin(runPrepared, { entry, demand, players, origins }, share.limits)),
      );
    } finally {
      count(from, -1);
    }
  };
}

/** Demands from one address, or of one player, are in one lane: many of them at once hold one connection, and not all. */
const laneOf = (from: string): number =>
  [...from].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % LANES;

/** Waits for the locks of these names, one after the other. */
const LOCK: Prepared = {
  name: 'lock_demand',
  text: `
    select pg_advisory_xact_lock(hashtextextended(id, 0))::text from unnest($1::text[]) with ordinality as each(id, n)
    order by n`,
};

/** What each of these players has in games that are not over, but for one. For `offset 0` see `count_by_address`. */
const COUNT: Prepared = {
  name: 'count_seats',
  text: `
    select p.id as player,
      (count(*) filter (where g.seated and g.status = 'open'))::int as tables,
      (count(*) filter (where g.seated))::int as seats,
      (count(*) filter (where g.seated and coalesce(g.settings -> 'time', 'null') = 'null'))::int as "withoutClock",
      (count(*) filter (where g.seated and g.players && $3::text[]))::int as "computerGames",
      (count(*) filter (where g.invited))::int as invitations
    from unnest($1::text[]) as p(id) left join lateral (
      select g.status, g.settings, g.players, s.seated, s.invited
      from game g cross join lateral (
        select bool_or(seat #>> '{player,id}' = p.id) as seated, bool_or(seat #>> '{reserved,id}' = p.id) as invited
        from jsonb_array_elements(g.seats) as each(seat)
      ) as s
      where g.players @> array[p.id] and g.status in ('open', 'live') and g.id <> $2
      offset 0
    ) as g on true
    group by p.id`,
};

type Asked = {
  readonly entry: Entry;
  readonly demand: SeatDemand;
  readonly players: readonly PlayerId[];
  readonly origins: readonly SeatOrigin[];
};

async function appendWithin(
  runPrepared: RunPrepared,
  { entry, demand, players, origins }: Asked,
  limits: AddressLimits,
): Promise<boolean | Refusal> {
  const gameId = entry.summary.id;
  // In one order for everybody, against deadlocks.
  const locks = [...players, ...keysOf(origins)].sort();
  await runPrepared(LOCK, [locks]);
  const counts = await runPrepared(COUNT, [players, gameId, COMPUTER_IDS]);
  const refusal = excess(demand, Counts.parse(counts));
  if (refusal !== undefined) return refusal;
  if (origins.length > 0) {
    const beyond = excessOfAddress(demand, origins, await countByAddress(runPrepared, origins, gameId), limits);
    if (beyond !== undefined) return beyond;
  }
  const located = origins.map(({ player, key }) => ({ player: player.id, key, opened: player.id === demand.opens }));
  return (await appendStatement(runPrepared, [{ ...entry, located }])).has(gameId);
}
