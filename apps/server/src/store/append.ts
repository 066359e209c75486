import type { LoggedEvent, PlayerId } from '@terrace/protocol';
import type { Summary } from '../game/store.ts';
import { playersOf } from '../game/summary.ts';
import type { Prepared, RunPrepared } from './client.ts';

/** From which address block a player sits down, by its key, and whether to open the table. */
type Located = { readonly player: PlayerId; readonly key: string; readonly opened: boolean };

/** The append of one game. */
export type Entry = {
  after: number;
  events: readonly LoggedEvent[];
  summary: Summary;
  located?: readonly Located[];
};

/** Is told of appends, for monitoring. */
export type AppendWatch = {
  /** One statement appends to so many games. */
  readonly batchSent: (games: number) => void;
  readonly appended: (outcome: 'saved' | 'outrun' | 'refused' | 'failed', tookMs: number) => void;
};

const APPEND: Prepared = {
  name: 'append',
  text: `
    with input as (
      select * from json_to_recordset($1::json) as i(
        id text, after int, seq int, status text, settings jsonb, seats jsonb, players text[], turn text, ply int,
        "deadlineAt" bigint, "createdAt" bigint, "updatedAt" bigint, kind text,
        "endedAt" bigint, "endedBy" text, winner text, places jsonb,
        "finalPosition" text, events json, located json
      )
    ), opened as (
      insert into game (id, seq, status, settings, seats, players, turn, ply, deadline_at, created_at, updated_at, kind)
      select id, seq, status, settings, seats, players, turn, ply, to_timestamp("deadlineAt" / 1000.0),
        to_timestamp("createdAt" / 1000.0), to_timestamp("updatedAt" / 1000.0), kind
      from input where after = 0
      on conflict (id) do nothing
      returning id
    ), advanced as (
      update game g
      set seq = i.seq, status = i.status, seats = i.seats, players = i.players, turn = i.turn, ply = i.ply,
        deadline_at = to_timestamp(i."deadlineAt" / 1000.0),
        updated_at = to_timestamp(i."updatedAt" / 1000.0), kind = i.kind,
        ended_at = to_timestamp(i."endedAt" / 1000.0), ended_by = i."endedBy", winner = i.winner, places = i.places,
        final_position = i."finalPosition"
      from input i
      where g.id = i.id and i.after > 0 and g.seq = i.after
      returning g.id
    ), appended as (
      select id from opened union all select id from advanced
    ), logged as (
      insert into game_event (game_id, seq, at, by, command_id, event)
      select i.id, e.seq, to_timestamp(e.at / 1000.0), e.by, e."commandId", e.event
      from appended join input i using (id),
        json_to_recordset(i.events) as e(seq int, at bigint, by text, "commandId" text, event jsonb)
    ), located as (
      select i.id, l.player, l.key, l.opened
      from appended join input i using (id), json_to_recordset(i.located) as l(player text, key text, opened bool)
    ), forgotten as (
      delete from seat_address a using game g
      where a.address_key = any($2::text[]) and g.id = a.game_id and g.status in ('over', 'closed')
    ), remembered as (
      insert into seat_address (game_id, player_id, address_key, opened)
      select id, player, key, opened from located
      on conflict (game_id, player_id) do update set address_key = excluded.address_key
    )
    select id from appended`,
};

/**
 * Appends events and writes summary rows of several games in one round trip and one commit. A game is skipped entirely
 * when its row is not at seq `after`; the row lock makes the second of two writers check again after the first. From where somebody
 * sits down is kept for as long as the game is not over: what the same addresses have in others that are over goes with it.
 *
 * @returns the ids of the games that were appended to
 */
export async function appendStatement(runPrepared: RunPrepared, batch: readonly Entry[]): Promise<ReadonlySet<string>> {
  const entries = batch.map(({ after, events, summary, located = [] }) => ({
    ...summary,
    after,
    players: playersOf(summary.seats),
    events,
    located,
  }));
  const keys = new Set(batch.flatMap(({ located = [] }) => located.map(({ key }) => key)));
  const rows = await runPrepared(APPEND, [JSON.stringify(entries), [...keys]]);
  return new Set(rows.map(({ id }) => String(id)));
}
