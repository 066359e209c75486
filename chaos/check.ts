import { setTimeout as delay } from 'node:timers/promises';
import { CorruptLog, flagAt, fold } from '@terrace/game';
import { GameId, LoggedEvent } from '@terrace/protocol';
import pg from 'pg';
import type { ChaosClient } from './client.ts';
import { type Acked, type Played, SHORT_MS, type Span } from './play.ts';

/** After a recovery, every watching client must have received all events within this time. */
const DELIVERY_MS = 6_000;

const MAX_DOWN_MS = 30_000;

export type Violations = {
  /** Acknowledged commands that are missing from the log, duplicated, or at another place than acknowledged. */
  readonly acked: string[];
  /** Saved events that a watching socket did not receive in time. */
  readonly undelivered: string[];
  /** Logs that do not replay by the rules, or differ from the delivered events. */
  readonly logs: string[];
  /** Time losses of players who never thought for long, or whose clocks ran during an outage (R15). */
  readonly charged: string[];
  /** Flags that fell before their deadline. */
  readonly flags: string[];
  /** Events stamped before their command was sent or after it was acknowledged. */
  readonly stamps: string[];
  /** Connected players who were shown as absent, or claimed to have left. */
  readonly absent: string[];
  /** Ends of games without a clock that were not announced once to each player. */
  readonly unannounced: string[];
  /** Servers that ended by themselves. */
  readonly ended: string[];
};

export const noViolations = (): Violations => ({
  acked: [],
  undelivered: [],
  logs: [],
  charged: [],
  flags: [],
  stamps: [],
  absent: [],
  unannounced: [],
  ended: [],
});

export const hasViolations = (violations: Violations): boolean =>
  Object.values(violations).some(({ length }) => length > 0);

/** Announcements wait a minute for a rating, and a few seconds for a planned move. */
const ANNOUNCED_MS = 90_000;

/** How far a node's clock may differ from the clock of Postgres: the answer to the time query may take this long. */
const MAX_CLOCK_ERROR_MS = 750;

/** Tolerance of measured outages. */
const MAX_LATE_MS = 300;

/** A shorter outage cannot be distinguished from a slow answer (game/interruptions.ts). */
const MIN_OUTAGE_MS = 2_500;

/** Reads the database directly, without proxy or server. `endsEarly` stops waiting once all clients have all events. */
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

  /** Retries while Postgres is down: a server may still report that it is healthy. */
  async function read(sql: string, values: unknown[]): Promise<pg.QueryResultRow[]> {
    for (const until = performance.now() + MAX_DOWN_MS; ; await delay(100)) {
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

  async function checkDelivered(clients: readonly ChaosClient[], undelivered: string[], when: string): Promise<void> {
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
    while (performance.now() < from + DELIVERY_MS && !(endsEarly && missing().length === 0)) await delay(100);
    undelivered.push(...missing());
  }

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
        fold(null, log); // replays every move
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
        if (event.by === 'left') found.absent.push(`${gameId}: ${event.side} was claimed`);
        else checkFlag(`${gameId}: ${event.side}`, log.slice(0, i), at, runOut.has(gameId), outages, found);
      }
      for (const client of clients) {
        const received = client.logOf(gameId);
        const differs = received.findIndex((logged, i) => JSON.stringify(logged) !== JSON.stringify(log[i]));
        if (differs >= 0) found.logs.push(`${gameId}: event ${differs + 1} was delivered differently than it is saved`);
      }
    }
  }

  /** Checks that the end of each game without a clock is announced once to every player except the one who caused it. */
  async function checkAnnounced({ games }: Played, unannounced: string[]): Promise<void> {
    const findMissing = async (): Promise<string[]> => {
      const rows = await read(
        `select e.game_id, s.player_id, count(n.id)::int as times
         from game_event e join game g on g.id = e.game_id cross join unnest(g.players) as s(player_id)
         left join notification n on n.game_id = e.game_id and n.player_id = s.player_id and n.kind = 'over'
         where e.game_id = any($1) and e.event ->> 'type' = 'ended' and g.settings -> 'time' = 'null'
           and s.player_id is distinct from e.by
         group by 1, 2 having count(n.id) <> 1`,
        [games],
      );
      return rows.map(({ game_id: id, player_id: player, times }) => `${id}: announced ${times} times to ${player}`);
    };
    let missing = await findMissing();
    for (const until = performance.now() + ANNOUNCED_MS; missing.length > 0 && performance.now() < until; ) {
      await delay(500);
      missing = await findMissing();
    }
    unannounced.push(...missing);
  }

  return { checkDelivered, checkLogs, checkAnnounced };
}

/** Checks a flag that fell at `at` after these events. `isMeant`: the players let the clock run out on purpose. */
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
    found.charged.push(`${who} lost on time after ${at - since} ms, with outages from ${from || 'none'}`);
  }
}
