import type { GameId, PlayerId } from '@terrace/protocol';
import type { Append } from '../game-service/games.ports.ts';
import { isNews } from '../game-service/news.ts';
import { playersOf } from '../game-service/summary.ts';
import type { Prepared, RunPrepared } from './client.ts';

/** The key of a player's address block, and whether the player opens the table. */
type Located = { readonly player: PlayerId; readonly key: string; readonly opened: boolean };

/** The node that appends, and then serves the game. Null for programs that append nothing. */
export type Node = string | null;

export type Entry = Omit<Append, 'demand'> & { readonly located?: readonly Located[] };

/** `outrun` if another writer was first, and `locked` if another session has locked the row: nothing was written. */
export type Outcome = 'saved' | 'outrun' | 'locked';

export type Outcomes = ReadonlyMap<GameId, Outcome>;

const APPEND: Prepared = {
  name: 'append',
  text: `
    with input as (
      select * from json_to_recordset($1::json) as i(
        id text, after int, seq int, status text, settings jsonb, seats jsonb, players text[], turn text, ply int,
        "deadlineAt" bigint, "createdAt" bigint, "updatedAt" bigint, kind text,
        "endedAt" bigint, "endedBy" text, winner text, places jsonb,
        "finalPosition" text, "closedBy" text, "closedSide" text, "calledOffAt" bigint, events json, located json, news bool
      )
    ), opened as (
      insert into game (id, seq, status, settings, seats, players, turn, ply, deadline_at, created_at, updated_at, kind, node)
      select id, seq, status, settings, seats, players, turn, ply, to_timestamp("deadlineAt" / 1000.0),
        to_timestamp("createdAt" / 1000.0), to_timestamp("updatedAt" / 1000.0), kind, $3::text
      from input where after = 0
      on conflict (id) do nothing
      returning id
    ), locked as (
      select i.* from input i join game g on g.id = i.id
      where i.after > 0 and g.seq = i.after
      for no key update of g skip locked
    ), advanced as (
      update game g
      set seq = i.seq, status = i.status, seats = i.seats, players = i.players, turn = i.turn, ply = i.ply,
        deadline_at = to_timestamp(i."deadlineAt" / 1000.0),
        updated_at = to_timestamp(i."updatedAt" / 1000.0), kind = i.kind,
        ended_at = to_timestamp(i."endedAt" / 1000.0), ended_by = i."endedBy", winner = i.winner, places = i.places,
        final_position = i."finalPosition", closed_by = i."closedBy", closed_side = i."closedSide",
        called_off_at = to_timestamp(i."calledOffAt" / 1000.0), node = $3::text
      from locked i
      where g.id = i.id
      returning g.id
    ), appended as (
      select id from opened union all select id from advanced
    ), logged as (
      insert into game_event (game_id, seq, at, by, command_id, event)
      select i.id, e.seq, to_timestamp(e.at / 1000.0), e.by, e."commandId", e.event
      from appended join input i using (id),
        json_to_recordset(i.events) as e(seq int, at bigint, by text, "commandId" text, event jsonb)
    ), announced as (
      insert into outbox (game_id, after, seq, at, due_at)
      select id, after, seq, to_timestamp("updatedAt" / 1000.0), to_timestamp("updatedAt" / 1000.0)
      from appended join input i using (id) where news
    ), located as (
      select i.id, l.player, l.key, l.opened
      from appended join input i using (id), json_to_recordset(i.located) as l(player text, key text, opened bool)
    ), outdated as (
      select a.game_id, a.player_id from seat_address a join game g on g.id = a.game_id
      where a.address_key = any($2::text[]) and g.status in ('over', 'closed')
      for update of a skip locked
    ), forgotten as (
      delete from seat_address a using outdated o where a.game_id = o.game_id and a.player_id = o.player_id
    ), remembered as (
      insert into seat_address (game_id, player_id, address_key, opened)
      select id, player, key, opened from located
      on conflict (game_id, player_id) do update set address_key = excluded.address_key
    )
    select id from appended`,
};

const UNCHANGED: Prepared = {
  name: 'unchanged_games',
  text: `
    select g.id from json_to_recordset($1::json) as i(id text, after int) join game g on g.id = i.id and g.seq = i.after`,
};

/**
 * Appends events and writes rows of several games in one commit. It does not wait for locked rows, so nodes cannot
 * deadlock. It also deletes seat addresses of finished games that share an address with these.
 */
export async function appendStatement(
  runPrepared: RunPrepared,
  node: Node,
  batch: readonly Entry[],
): Promise<Outcomes> {
  const entries = batch.map(({ after, events, summary, located = [] }) => ({
    ...summary,
    after,
    players: playersOf(summary.seats),
    events,
    located,
    news: isNews(events, summary),
  }));
  const keys = new Set(batch.flatMap(({ located = [] }) => located.map(({ key }) => key)));
  const rows = await runPrepared(APPEND, [JSON.stringify(entries), [...keys], node]);
  return outcomes(runPrepared, batch, rows);
}

/** A skipped game was locked if its row is at the expected seq. If it was unlocked since, a retry finds out. */
export async function outcomes(
  runPrepared: RunPrepared,
  batch: readonly Entry[],
  savedRows: Awaited<ReturnType<RunPrepared>>,
): Promise<Outcomes> {
  if (savedRows.length === batch.length) return new Map(batch.map(({ summary: { id } }) => [id, 'saved']));
  const saved = new Set(savedRows.map(({ id }) => id));
  const skipped = batch.flatMap(({ after, summary: { id } }) => (saved.has(id) ? [] : [{ id, after }]));
  const unchangedRows = skipped.length === 0 ? [] : await runPrepared(UNCHANGED, [JSON.stringify(skipped)]);
  const unchanged = new Set(unchangedRows.map(({ id }) => id));
  const outcomeOf = (id: GameId): Outcome => (saved.has(id) ? 'saved' : unchanged.has(id) ? 'locked' : 'outrun');
  return new Map(batch.map(({ summary: { id } }) => [id, outcomeOf(id)]));
}
