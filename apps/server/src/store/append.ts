import type { LoggedEvent } from '@terrace/protocol';
import { DatabaseUnavailable, type Summary } from '../game/store.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { runQuery } from './client.ts';

/** One game's turn in a shared statement. */
type Entry = { after: number; events: readonly LoggedEvent[]; summary: Summary };
type Waiting = Entry & { resolve: (won: boolean) => void; reject: (fault: unknown) => void };

/** Games in one statement at the most, to bound how long the first waits for the last. */
const MOST_TOGETHER = 128;

/**
 * Appends that wait at the same moment go out in one statement and share its commit; one that comes alone goes at once.
 * One statement is under way at a time: a second beside it was measured to cost more than the sharing it prevents.
 * A game never has two in one statement, since the service appends for a game one after another.
 */
export function createAppendQueue(prisma: PrismaClient) {
  const waiting: Waiting[] = [];
  let underWay = false;

  function send(): void {
    if (underWay || waiting.length === 0) return;
    underWay = true;
    void together(waiting.splice(0, MOST_TOGETHER)).finally(() => {
      underWay = false;
      send();
    });
  }

  async function together(batch: readonly Waiting[]): Promise<void> {
    try {
      const won = await appendStatement(prisma, batch);
      for (const entry of batch) entry.resolve(won.has(entry.summary.id));
    } catch (error) {
      // One entry may have spoilt it for all (a deadlock with another node, say); alone, each gets its own answer. A
      // Postgres that is away fails them all, and each would only wait for it again.
      if (batch.length === 1 || error instanceof DatabaseUnavailable) for (const entry of batch) entry.reject(error);
      else for (const entry of batch) await together([entry]);
    }
  }

  return (entry: Entry): Promise<boolean> =>
    new Promise((resolve, reject) => {
      waiting.push({ ...entry, resolve, reject });
      send();
    });
}

/**
 * Guard, events and summary row of several games in one round trip and one commit. A game is skipped, whole, when its
 * row does not stand at `after`; the row's lock makes the second of two writers look again after the first.
 *
 * @returns the ids of the games that were appended to
 */
async function appendStatement(prisma: PrismaClient, batch: readonly Entry[]): Promise<ReadonlySet<string>> {
  const rows = batch.map(({ after, events, summary }) => ({
    ...summary,
    after,
    players: summary.seats.flatMap(({ player, reserved }) => (player ?? reserved)?.id ?? []),
    events,
  }));
  const won = await runQuery(
    () => prisma.$queryRaw<{ id: string }[]>`
      with input as (
        select * from json_to_recordset(${JSON.stringify(rows)}::json) as i(
          id text, after int, seq int, status text, settings jsonb, seats jsonb, players text[], turn text, ply int,
          "deadlineAt" bigint, "createdAt" bigint, "updatedAt" bigint, kind text,
          "endedAt" bigint, "endedBy" text, winner text, places jsonb, events json
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
          ended_at = to_timestamp(i."endedAt" / 1000.0), ended_by = i."endedBy", winner = i.winner, places = i.places
        from input i
        where g.id = i.id and i.after > 0 and g.seq = i.after
        returning g.id
      ), won as (
        select id from opened union all select id from advanced
      ), logged as (
        insert into game_event (game_id, seq, at, by, command_id, event)
        select i.id, e.seq, to_timestamp(e.at / 1000.0), e.by, e."commandId", e.event
        from won join input i using (id),
          json_to_recordset(i.events) as e(seq int, at bigint, by text, "commandId" text, event jsonb)
      )
      select id from won`,
  );
  return new Set(won.map(({ id }) => id));
}
