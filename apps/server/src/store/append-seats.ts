import { COMPUTER_IDS, PlayerId, type Refusal } from '@terrace/protocol';
import { z } from 'zod';
import { type Append, type AppendResult, DatabaseBusy } from '../game-service/games.ports.ts';
import { createKeyedQueue } from '../game-service/keyed-queue.ts';
import {
  type AddressLimits,
  type AddressQuota,
  exceededAddressLimit,
  exceededLimit,
  type SeatAddress,
  type SeatDemand,
} from '../game-service/seat-limits.ts';
import { appendStatement, type Node, type Outcome } from './append-statement.ts';
import type { Database, Prepared, RunPrepared } from './client.ts';
import { IS_UNFINISHED } from './conditions.ts';
import { COMPUTER_PREFIX } from './exhibitions.ts';
import { retryWhileLocked } from './retry-while-locked.ts';
import { RETRY_MS } from './run-query.ts';

/** Concurrent transactions. They leave the other connections of the `play` pool free for moves. */
const LANES = 3;

/** Waiting requests, a few seconds of work. Further ones are rejected as busy. */
const MAX_WAITING = 500;

/** Waiting requests per address block, or per player without a counted address. */
const MAX_WAITING_FROM_ONE = 100;

const Counts = z.array(
  z.object({
    player: PlayerId,
    member: z.boolean(),
    tables: z.int(),
    slowTables: z.int(),
    seats: z.int(),
    withoutClock: z.int(),
    computerGames: z.int(),
    invitations: z.int(),
  }),
);

type Part = Append & { readonly seatAddresses: readonly SeatAddress[] };

/** Rolls back the transaction: another writer was first, or another session has locked a row. */
class NotSaved extends Error {
  readonly outcome: Exclude<Outcome, 'saved'>;

  constructor(outcome: NotSaved['outcome']) {
    super(outcome);
    this.outcome = outcome;
  }
}

/** Locks players and address blocks before counting, so that each concurrent request counts those before it. */
export function createAppendSeats(transaction: Database['transaction'], node: Node, quota: AddressQuota) {
  const enqueue = createKeyedQueue<number>();
  const waiting = new Map<string, number>();
  let allWaiting = 0;

  function count(from: string, change: 1 | -1): void {
    allWaiting += change;
    const now = (waiting.get(from) ?? 0) + change;
    if (now > 0) waiting.set(from, now);
    else waiting.delete(from);
  }

  return async (appends: readonly Append[]): Promise<AppendResult> => {
    const parts = appends.map((each) => ({
      ...each,
      seatAddresses: each.demand ? seatAddressesOf(quota, each.demand) : [],
    }));
    const players = playersIn(parts);
    const from = parts.flatMap(({ seatAddresses }) => seatAddresses)[0]?.key ?? players[0] ?? '';
    if (allWaiting >= MAX_WAITING || (waiting.get(from) ?? 0) >= MAX_WAITING_FROM_ONE) {
      throw new DatabaseBusy('too many seat requests are waiting', RETRY_MS);
    }
    const attempt = () =>
      transaction((runPrepared) => appendWithin(runPrepared, node, parts, players, quota.limits)).catch(outcomeOf);
    count(from, 1);
    try {
      return await retryWhileLocked(() => enqueue(laneOf(from), attempt));
    } finally {
      count(from, -1);
    }
  };
}

function outcomeOf(error: unknown): AppendResult | 'locked' {
  if (!(error instanceof NotSaved)) throw error;
  return error.outcome === 'locked' ? 'locked' : { kind: error.outcome };
}

const playersIn = (parts: readonly Part[]): readonly PlayerId[] => {
  const players = parts.flatMap(({ demand }) => (demand ? [...demand.seats, ...demand.invited] : []));
  return [...new Set(players.map(({ id }) => id))].sort();
};

/** Requests from one address or player share a lane, so that many of them occupy only one connection. */
const laneOf = (from: string): number =>
  [...from].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % LANES;

const LOCK: Prepared = {
  name: 'lock_demand',
  text: `
    select pg_advisory_xact_lock(hashtextextended(id, 0))::text from unnest($1::text[]) with ordinality as each(id, n)
    order by n`,
};

/** What each player has in unfinished games other than these, without those they are out of. For `offset 0` see `count_by_address`. */
const COUNT: Prepared = {
  name: 'count_seats',
  text: `
    select p.id as player,
      exists (select from "user" u where u.player_id = p.id) as member,
      (count(*) filter (where g.seated and g.status = 'open'))::int as tables,
      (count(*) filter (where g.seated and g.status = 'open'
        and g.settings #>> '{time,kind}' is distinct from 'clock'))::int as "slowTables",
      (count(*) filter (where g.seated))::int as seats,
      (count(*) filter (where g.seated and coalesce(g.settings -> 'time', 'null') = 'null'))::int as "withoutClock",
      (count(*) filter (where g.seated and g.players && $3::text[]))::int as "computerGames",
      (count(*) filter (where g.invited))::int as invitations
    from unnest($1::text[]) as p(id) left join lateral (
      select g.status, g.settings, g.players, s.seated, s.invited
      from game g cross join lateral (
        select bool_or(seat #>> '{player,id}' = p.id and not seat ? 'place') as seated, bool_or(seat #>> '{reserved,id}' = p.id) as invited
        from jsonb_array_elements(g.seats) as each(seat)
      ) as s
      where g.players @> array[p.id] and g.${IS_UNFINISHED} and g.id <> all($2::text[])
      offset 0
    ) as g on true
    group by p.id`,
};

async function appendWithin(
  runPrepared: RunPrepared,
  node: Node,
  parts: readonly Part[],
  players: readonly PlayerId[],
  limits: AddressLimits,
): Promise<AppendResult> {
  const refusal = players.length === 0 ? undefined : await checkLimits(runPrepared, parts, players, limits);
  if (refusal !== undefined) return { kind: 'refused', refusal };
  const entries = parts.map(({ seatAddresses, demand, ...append }) => ({
    ...append,
    located: seatAddresses.map(({ player, key }) => ({ player: player.id, key, opened: player.id === demand?.opens })),
  }));
  const outcomes = [...(await appendStatement(runPrepared, node, entries)).values()];
  if (outcomes.includes('outrun')) throw new NotSaved('outrun');
  if (outcomes.includes('locked')) throw new NotSaved('locked');
  return { kind: 'saved' };
}

async function checkLimits(
  runPrepared: RunPrepared,
  parts: readonly Part[],
  players: readonly PlayerId[],
  limits: AddressLimits,
): Promise<Refusal | undefined> {
  const games = parts.map(({ summary }) => summary.id);
  const locks = [...new Set([...players, ...parts.flatMap(({ seatAddresses }) => keysOf(seatAddresses))])].sort();
  await runPrepared(LOCK, [locks]); // in the same order everywhere, to prevent deadlocks
  const counts = Counts.parse(await runPrepared(COUNT, [players, games, COMPUTER_IDS]));
  for (const { demand, seatAddresses } of parts) {
    if (demand === null) continue;
    const refusal =
      exceededLimit(demand, counts) ??
      (seatAddresses.length > 0
        ? exceededAddressLimit(
            demand,
            seatAddresses,
            AddressCountRows.parse(await runPrepared(COUNT_BY_ADDRESS, [keysOf(seatAddresses), games])),
            limits,
          )
        : undefined);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

const AddressCountRows = z.array(z.object({ key: z.string(), tables: z.int(), seats: z.int(), invitations: z.int() }));

/** `offset 0` makes Postgres read the address before the game. Without good statistics, it would scan all games. */
const COUNT_BY_ADDRESS: Prepared = {
  name: 'count_by_address',
  text: `
    select a.address_key as key,
      (count(*) filter (where a.opened and g.status = 'open'))::int as tables,
      (count(*) filter (where g.seated))::int as seats,
      coalesce(sum(g.invited) filter (where a.opened and g.status = 'open'), 0)::int as invitations
    from seat_address a cross join lateral (
      select g.status, s.seated, s.invited
      from game g cross join lateral (
        select bool_or(seat #>> '{player,id}' = a.player_id and not seat ? 'place') as seated,
          count(*) filter (where not starts_with(seat #>> '{reserved,id}', '${COMPUTER_PREFIX}')) as invited
        from jsonb_array_elements(g.seats) as each(seat)
      ) as s
      where g.id = a.game_id and g.${IS_UNFINISHED} and g.id <> all($2::text[])
      offset 0
    ) as g
    where a.address_key = any($1::text[])
    group by a.address_key`,
};

function seatAddressesOf({ keyOf }: AddressQuota, { seats, addresses }: SeatDemand): readonly SeatAddress[] {
  return seats.flatMap((player) => {
    const address = addresses.get(player.id);
    const key = address === undefined ? undefined : keyOf(address);
    return key === undefined ? [] : [{ player, key }];
  });
}

const keysOf = (seatAddresses: readonly SeatAddress[]): readonly string[] => [
  ...new Set(seatAddresses.map(({ key }) => key)),
];
