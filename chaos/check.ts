import { setTimeout as delay } from 'node:timers/promises';
import { CorruptLog, fold } from '@terrace/game';
import { GameId, LoggedEvent } from '@terrace/protocol';
import pg from 'pg';
import type { ChaosClient } from './client.ts';
import type { Acked, Played } from './play.ts';

/** How soon after the recovery everybody who watches must have been told of everything, in ms. */
export const TELLING_MS = 6_000;

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
  /** Somebody lost on time who never thought for long (R15). */
  readonly charged: string[];
};

/** Reads the database past the proxy and the server. */
export function openChecks(databaseUrl: string) {
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
    await delay(TELLING_MS);
    for (const [i, client] of clients.entries()) {
      for (const { gameId, seq, since } of client.known()) {
        const saved = seqs.get(gameId) ?? 0;
        if (since > from || seq >= saved) continue;
        const connected = client.isConnected ? '' : ', not connected';
        told.push(`${when}: client ${i} knows event ${seq} of ${saved} of game ${gameId}${connected}`);
      }
    }
  }

  /** Checks every log, and every answer against it. */
  async function checkLogs(
    { games, acked }: Played,
    clients: readonly ChaosClient[],
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
      for (const { commandId, seq } of ofGame.get(gameId) ?? []) {
        const seqs = log.filter((logged) => logged.commandId === commandId).map((logged) => logged.seq);
        const made = new Set(log.filter((logged) => logged.commandId === commandId).map(({ event }) => event.type));
        if (seqs.at(-1) !== seq || made.size !== seqs.length) {
          found.acked.push(`${gameId}: ${commandId} was acknowledged as event ${seq} and is in the log as ${seqs}`);
        }
      }
      for (const { event } of log) {
        const isLost =
          (event.type === 'out' && event.by !== 'resignation') || (event.type === 'closed' && event.by !== 'host');
        if (isLost) found.charged.push(`${gameId}: ${JSON.stringify(event)}`);
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
