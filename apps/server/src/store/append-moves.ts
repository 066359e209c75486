import { isNews } from '../game-service/news.ts';
import { type Entry, type Node, type Outcomes, outcomes } from './append-statement.ts';
import type { Prepared, RunPrepared } from './client.ts';

/** A single move: Postgres needs half the time of a list of one. */
const ONE = `
    with locked as (
      select id from game where id = $1::text and seq = $2::int for no key update skip locked
    ), advanced as (
      update game g
      set seq = $3::int, turn = $4::text, ply = $5::int, deadline_at = to_timestamp($6::bigint / 1000.0),
        updated_at = to_timestamp($7::bigint / 1000.0), node = $11::text
      from locked
      where g.id = locked.id
      returning g.id
    ), logged as (
      insert into game_event (game_id, seq, at, by, command_id, event)
      select id, $3::int, to_timestamp($7::bigint / 1000.0), $8::text, $9::text, $10::jsonb from advanced
    )`;

/** Skips games whose row is not at seq `after` or is locked by another session. */
const MANY = `
    with input as (
      select * from json_to_recordset($1::json) as i(
        id text, after int, seq int, turn text, ply int, deadline bigint, at bigint, by text, command text, event jsonb,
        news bool
      )
    ), locked as (
      select i.* from input i join game g on g.id = i.id
      where g.seq = i.after
      for no key update of g skip locked
    ), advanced as (
      update game g
      set seq = i.seq, turn = i.turn, ply = i.ply, deadline_at = to_timestamp(i.deadline / 1000.0),
        updated_at = to_timestamp(i.at / 1000.0), node = $2::text
      from locked i
      where g.id = i.id
      returning i.*
    ), logged as (
      insert into game_event (game_id, seq, at, by, command_id, event)
      select id, seq, to_timestamp(at / 1000.0), by, command, event from advanced
    )`;

/** Statements with and without rows of the outbox: a move of a game with a running clock is not announced, and pays nothing. */
const MOVES = {
  one: { name: 'append_move', text: `${ONE} select id from advanced` },
  oneAnnounced: {
    name: 'append_announced_move',
    text: `${ONE}, announced as (
      insert into outbox (game_id, after, seq, at, due_at)
      select id, $2::int, $3::int, to_timestamp($7::bigint / 1000.0), to_timestamp($7::bigint / 1000.0) from advanced
    ) select id from advanced`,
  },
  many: { name: 'append_moves', text: `${MANY} select id from advanced` },
  manyAnnounced: {
    name: 'append_announced_moves',
    text: `${MANY}, announced as (
      insert into outbox (game_id, after, seq, at, due_at)
      select id, after, seq, to_timestamp(at / 1000.0), to_timestamp(at / 1000.0) from advanced where news
    ) select id from advanced`,
  },
} as const satisfies Record<string, Prepared>;

/**
 * A move after which the game continues changes only the columns that `appendMoves` writes, unless it takes a T: then a
 * seat has a place.
 */
export const isMove = ({ after, events, summary }: Entry): boolean =>
  after > 0 &&
  summary.status === 'live' &&
  events.length === 1 &&
  events[0]?.event.type === 'moved' &&
  summary.seats.every(({ place }) => place === undefined);

/** Appends one move to each of several games in one commit, without waiting for locked rows. */
export async function appendMoves(runPrepared: RunPrepared, node: Node, batch: readonly Entry[]): Promise<Outcomes> {
  const rows = batch.flatMap(toRows);
  const [only] = rows;
  const saved =
    only !== undefined && rows.length === 1
      ? await runPrepared(only.news ? MOVES.oneAnnounced : MOVES.one, [
          ...[only.id, only.after, only.seq, only.turn, only.ply, only.deadline, only.at, only.by, only.command],
          JSON.stringify(only.event),
          node,
        ])
      : await runPrepared(rows.some(({ news }) => news) ? MOVES.manyAnnounced : MOVES.many, [
          JSON.stringify(rows),
          node,
        ]);
  return outcomes(runPrepared, batch, saved);
}

const toRows = ({ after, events, summary }: Entry) =>
  events.map(({ seq, at, by, commandId, event }) => ({
    id: summary.id,
    after,
    seq,
    turn: summary.turn,
    ply: summary.ply,
    deadline: summary.deadlineAt,
    at,
    by: by ?? null,
    command: commandId ?? null,
    event,
    news: isNews(events, summary),
  }));
