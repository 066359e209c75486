/**
 * Deletes the account of a player with many finished games while other players move. Measures the time of the answer,
 * the time until the name is stored nowhere, and the times of moves before, during and after. The time of a move is
 * from the mover's send to the opponent's receipt.
 *
 * node bench/large-accounts.ts [games]
 */
import { cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { guestAt } from '@terrace/testing/client';
import { memberAt, PASSWORD, request } from '@terrace/testing/members';
import pg from 'pg';
import { copyGame } from '../apps/server/src/testing/copy-game.ts';
import { printHelpIfAsked } from '../tools/help.ts';
import { keepPlaying, type Met, playingPair } from './floods/players.ts';
import { launchTerrace, SECRET } from './launch.ts';
import { quantile } from './moves/load.ts';
import { scriptedGame } from './moves/script.ts';

printHelpIfAsked(
  'node bench/large-accounts.ts [games]: the deletion of an account with many games, and moves in the meantime.',
);

const GAMES = Number(process.argv[2] ?? 50_000);
const MOVES = 40;
const MESSAGES = 20_000;
const PAIRS = 20;
const RATE = 50;
const QUIET_S = 30;
const MAX_RENAMING_S = 300;

/** The folded name of a deleted account is kept on purpose. */
const KEPT = 'name_key';

const terrace = await launchTerrace({ NODE_ENV: 'production', LOG_LEVEL: 'error', TRUST_PROXY: 'false' });
const url = terrace.url.replace('localhost', '127.0.0.1'); // clients have their own IPv4 addresses
const database = new pg.Client({ connectionString: terrace.databaseUrl });
await database.connect();
try {
  const member = await memberAt(url, 'Bench-Busy');
  await fill(member);
  const pairs = await Promise.all(Array.from({ length: PAIRS }, (_, i) => playingPair(url, SECRET, i + 1)));
  const playing = keepPlaying(pairs, RATE);
  await delay(10_000);
  playing.take();
  await delay(QUIET_S * 1000);
  const quiet = playing.take();

  const askedAt = performance.now();
  const answer = await request(url, '/api/account/deleted', { body: { password: PASSWORD }, cookie: member.cookie });
  const answeredMs = performance.now() - askedAt;
  const goneMs = await untilRenamed(askedAt);
  const meanwhile = playing.take();
  const left = await rowsWith(member.player.name);
  await delay(QUIET_S * 1000);
  const after = playing.take();
  await playing.stop();

  console.log(`${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${loadavg()[0]?.toFixed(1)}\n`);
  console.log('| measured | result |\n|---|---|');
  const rows: readonly (readonly [string, string])[] = [
    ['finished games of the player, moves in each, messages', `${GAMES}, ${MOVES}, ${MESSAGES}`],
    ['answer to the deletion', `${answer.status} after ${answeredMs.toFixed(0)} ms`],
    ['until the renaming was finished', `${(goneMs / 1000).toFixed(1)} s`],
    ['rows that contain the name then', left.length === 0 ? 'none' : left.join(', ')],
    ['moves of other games before: p50, p99, longest ms', timesOf(quiet)],
    ['moves in the meantime', timesOf(meanwhile)],
    ['moves after it', timesOf(after)],
    ['moves refused', String([quiet, meanwhile, after].flatMap(({ refusals }) => refusals).length)],
  ];
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
  for (const pair of pairs) pair.close();
} finally {
  await database.end();
  await terrace.stop();
}
process.exit(0);

async function fill(member: Awaited<ReturnType<typeof memberAt>>): Promise<void> {
  const other = await guestAt(url);
  const gameId = await member.create({}, 'south');
  await other.command(gameId, { type: 'sit', side: 'north' });
  for (const move of scriptedGame(1).slice(0, MOVES)) {
    const mover = move.ply % 2 === 1 ? member : other;
    const answer = await mover.command(gameId, { type: 'move', ...move });
    if (!answer.ok) throw new Error(answer.refusal.code);
  }
  await other.command(gameId, { type: 'resign' });
  const ids = await copyGame(terrace.databaseUrl, gameId, GAMES - 1);
  await database.query(
    `insert into chat_message (game_id, room, at, by_id, by_name, text)
     select id, 'players', now(), $1, $2, 'Good luck.' from unnest($3::text[]) id, generate_series(1, $4)`,
    [member.player.id, member.player.name, ids.slice(0, MESSAGES / 10), 10],
  );
  await database.query('analyze');
  member.close();
  other.close();
}

async function untilRenamed(askedAt: number): Promise<number> {
  for (;;) {
    const { rowCount } = await database.query('select from renaming');
    const tookMs = performance.now() - askedAt;
    if (rowCount === 0 || tookMs > MAX_RENAMING_S * 1000) return tookMs;
    await delay(250);
  }
}

async function rowsWith(name: string): Promise<readonly string[]> {
  const { rows } = await database.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name <> $1`,
    [KEPT],
  );
  const found: string[] = [];
  for (const { table, column } of rows) {
    const [from, what] = [table, column].map((each) => pg.escapeIdentifier(each));
    const { rows: counts } = await database.query<{ n: number }>(
      `select count(*)::int as n from ${from} where ${what}::text ilike $1`,
      [`%${name}%`],
    );
    if (counts[0]?.n !== 0) found.push(`${table}.${column}: ${counts[0]?.n}`);
  }
  return found;
}

function timesOf({ times }: Met): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `${[0.5, 0.99, 1].map((share) => quantile(sorted, share).toFixed(1)).join(', ')} (${times.length} moves)`;
}
