import { setTimeout as delay } from 'node:timers/promises';
import { CorruptLog, flagAt, fold } from '@terrace/game';
import { GameId, LoggedEvent } from '@terrace/protocol';
import pg from 'pg';
import type { ChaosClient } from './client.ts';
import { type Acked, type Played, SHORT_MS, type Span } from './play.ts';

/** How soon after the recovery everybody who watches must have been told of everything, in ms. */
const TELLING_MS = 6_000;

/** How long Postgres may take to come back, in ms. */
const MAX_AWAY_MS = 30_000;

/** What must not happen, each with an explanation a person can follow up. */
export type Violations = {
  /** Acknowledged, but not in the log, in it twice, or not where the answer said. */
  readonly acked: string[];
  /** In the log, but a socket that watches the game was not told in time. */
  readonly told: string[];
  /** A log that is no game by the rules, or not the one that was told. */
  readonly logs: string[];
  /** Somebody lost on time who never thought for long, or whose clock ran while nobody could be served (R15). */
  readonly charged: string[];
  /** A flag that fell before its deadline. */
  readonly flags: string[];
  /** An event that is stamped before its command was sent, or after it was acknowledged. */
  readonly stamps: string[];
  /** Somebody who was there was shown as away, or claimed to have left. */
  readonly away: string[];
};

export const noViolations = (): Violations => ({
  acked: [],
  told: [],
  logs: [],
  charged: [],
  flags: [],
  stamps: [],
  away: [],
});

export const hasViolations = (violations: Violations): boolean =>
  Object.values(violations).some(({ length }) => length > 0);

/** How far the clocks of nodes may be from Postgres', in ms: it may take this long to answer what the time is. */
const MAX_CLOCK_ERROR_MS = 750;

/** What measures outages may be late by this, in ms. */
const MAX_LATE_MS = 300;

/** A shorter time without an answer is not told from a slow one (game/interruptions.ts), in ms. */
const MIN_OUTAGE_MS = 2_500;

/** Reads the database past the proxy and the server. `endsEarly` ends the wait for events once all clients have them. */
export function openChecks(databaseUrl: string, endsEarly = false) {
  async function query(sql: string, values: unknown[]): Promise<pg.QueryResultRow[]> {
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query(sql, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Asks again while Postgres is not there: a server may say that all is well just before it notices. */
  async function read(sql: string, values: unknown[]): Promise<pg.QueryResultRow[]> {
    for (const until = performance.now() + MAX_AWAY_MS; ; await delay(100)) {
      try {
        return await query(sql, values);
      } catch (error) {
        if (performance.now() > until) throw error;
      }
    }
  }

  async function logOf(gameId: GameId): Promise<LoggedEvent[]> {
    const rows = await read('select * from game_event where game_id = $1 order by seq', [gameId]);
    return rows.map(({ seq, at, by, command_id, event }) =>
      LoggedEvent.parse({ seq, at: at.getTime(), by: by ?? undefined, commandId: command_id ?? undefined, event }),
    );
  }

  /** Waits for as long as telling may take, then asks whether each client knows what the log had before. */
  async function checkTold(clients: readonly ChaosClient[], told: string[], when: string): Promise<void> {
    const games = [...new Set(clients.flatMap((client) => client.known().map(({ gameId }) => gameId)))];
    const rows = await read('select id, seq from game where id = any($1)', [games]);
    const seqs = new Map(rows.map(({ id, seq }): [GameId, number] => [GameId.parse(id), Number(seq)]));
    const from = performance.now();
    const missing = (): string[] =>
      clients.flatMap((client, i) =>
        client.known().flatMap(({ gameId, seq, since }) => {
          const saved = seqs.get(gameId) ?? 0;
          if (since > from || seq >= saved) return [];
          const connected = client.isConnected ? '' : ', not connected';
          return `${when}: client ${i} knows event ${seq} of ${saved} of game ${gameId}${connected}`;
        }),
      );
    while (performance.now() < from + TELLING_MS && !(endsEarly && missing().length === 0)) await delay(100);
    told.push(...missing());
  }

  /** Checks every log, and every answer against it. */
  async function checkLogs(
    { games, acked, runOut }: Played,
    clients: readonly ChaosClient[],
    outages: readonly Span[],
    found: Violations,
  ): Promise<void> {
    const ofGame = Map.groupBy(acked, ({ gameId }: Acked) => gameId);
    for (const gameId of games) {
      const log = await logOf(gameId);
      try {
        fold(null, log); // every move is played by the rules
      } catch (error) {
        if (!(error instanceof CorruptLog)) throw error;
        found.logs.push(`${gameId}: ${error.message}`);
      }
      for (const { commandId, seq, sentAt, answeredAt } of ofGame.get(gameId) ?? []) {
        const logged = log.filter((each) => each.commandId === commandId);
        const seqs = logged.map((each) => each.seq);
        const made = new Set(logged.map(({ event }) => event.type));
        const strays = logged.filter(
          ({ at }) => at < sentAt - MAX_CLOCK_ERROR_MS || at > answeredAt + MAX_CLOCK_ERROR_MS,
        );
        for (const { at } of strays) {
          found.stamps.push(`${gameId}: event ${seq} is stamped ${at}, sent ${sentAt} and answered ${answeredAt}`);
        }
        if (seqs.at(-1) !== seq || made.size !== seqs.length) {
          found.acked.push(`${gameId}: ${commandId} was acknowledged as event ${seq} and is in the log as ${seqs}`);
        }
      }
      for (const [i, { at, event }] of log.entries()) {
        // The flag of a side that never moved closes the game.
        if (event.type === 'closed' && event.by === 'no-show')
          checkFlag(`${gameId}: the first move`, log.slice(0, i), at, runOut.has(gameId), outages, found);
        else if (event.type === 'closed' && event.by !== 'host')
          found.charged.push(`${gameId}: ${JSON.stringify(event)}`);
        if (event.type !== 'out' || event.by === 'resignation') continue;
        if (event.by === 'left') found.away.push(`${gameId}: ${event.side} was claimed`);
        else checkFlag(`${gameId}: ${event.side}`, log.slice(0, i), at, runOut.has(gameId), outages, found);
      }
      for (const client of clients) {
        const heard = client.logOf(gameId);
        const differs = heard.findIndex((logged, i) => JSON.stringify(logged) !== JSON.stringify(log[i]));
        if (differs >= 0) found.logs.push(`${gameId}: event ${differs + 1} was told otherwise than it is saved`);
      }
    }
  }

  return { checkTold, checkLogs };
}

/** Checks a flag that fell at `at` after these events; `isMeant` where nobody moved so that it would. */
function checkFlag(
  who: string,
  before: readonly LoggedEvent[],
  at: number,
  isMeant: boolean,
  outages: readonly Span[],
  found: Violations,
): void {
  const state = fold(null, before);
  const flag = state === null ? undefined : flagAt(state);
  if (flag === undefined || at < flag) found.flags.push(`${who}'s flag fell at ${at}, due ${flag}`);
  const since = before.findLast(({ event }) => event.type === 'moved' || event.type === 'started')?.at ?? at;
  const during = outages.filter(
    (each) => each.until - each.since >= MIN_OUTAGE_MS && each.since < at && each.until > since,
  );
  const missed = during.map((each) => Math.min(each.until, at) - Math.max(each.since, since));
  const charged = at - since - missed.reduce((sum, ms) => sum + ms, 0);
  if (!isMeant || charged < SHORT_MS - MAX_LATE_MS) {
    const from = during.map((each) => `${each.since - since} to ${each.until - since} ms`).join(', ');
    found.charged.push(`${who} lost on time after ${at - since} ms, where nobody was served from ${from || 'no time'}`);
  }
}
