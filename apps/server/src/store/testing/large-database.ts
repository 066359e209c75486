import { COMPUTER_IDS, DEFAULT_SETTINGS } from '@terrace/protocol';
import { formatPosition, startPosition } from '@terrace/rules';
import pg from 'pg';

const GAMES = 1_000_000;
const PLAYERS = 500_000;

/** Rows of other tables per game. Tables not listed have a row per player. */
const PER_GAME = {
  game_event: 5,
  chat_message: 1,
  rating_change: 1,
  rated_game: 0.5,
  review: 0.1,
  conditional_moves: 0.1,
  game_note: 0.1,
  notification: 1,
  notification_choice: 0.1,
  push_subscription: 0.1,
  vacation: 0.1,
  notification_mail: 0.1,
  mail_command: 0.1,
  executed_command: 0.1,
  webhook: 0.1,
  webhook_delivery: 1,
  seat_address: 0.1,
  sanction: 0.02,
  report: 0.02,
  audit_entry: 0.02,
};

/** Tables that always stay small: renamings in progress, and links sent within a day. */
const SMALL = ['renaming', 'verification'];

/** Fills a migrated database with `games` games, and sets the planner's statistics to a million games. */
export async function fillLarge(databaseUrl: string, games: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set synchronous_commit = off');
    await client.query('set session_replication_role = replica'); // skips foreign key checks: the rows are consistent
    await client.query('select setseed(0.5)');
    const share = games / GAMES;
    const players = Math.round(PLAYERS * share);
    for (const sql of statements(games, players)) await client.query(sql);
    await client.query('analyze');
    if (share < 1) await client.query(PRETEND, [1 / share]);
  } finally {
    await client.end();
  }
}

/** The id of player `n`, and a skewed choice: of half a million players, the busiest is in a few thousand games. */
const id = (n: string) => `'player-' || lpad((${n})::text, 8, '0')`;
const skewed = (players: number) => `floor(${players} * power(random(), 2))::int`;

function statements(games: number, players: number): readonly string[] {
  const game = (n: string) => `substr(md5((${n})::text), 1, 12)`;
  const some = skewed(players);
  const computers = `array[${COMPUTER_IDS.map((each) => `'${each}'`).join(', ')}]`;
  const perGame = (table: keyof typeof PER_GAME) => Math.ceil(games * PER_GAME[table]);
  const at = (n: string) => `timestamptz '2025-01-01' + (${n}) * interval '30 s'`;
  return [
    `insert into player (id, name, name_key, created_at)
     select ${id('i')}, 'Name' || i, case when i % 2 = 0 then 'name' || i end, ${at('i')} from generate_series(1, ${players}) i`,
    `insert into "user" (id, player_id, name, email, username, created_at, updated_at)
     select 'user-' || i, ${id('i')}, 'Name' || i, 'n' || i || '@example.org', 'name' || i, ${at('i')}, ${at('i')}
     from generate_series(2, ${players}, 2) i`,
    `insert into account (id, account_id, provider_id, user_id, created_at, updated_at)
     select 'account-' || i, 'n' || i, case when i % 10 = 0 then 'google' else 'credential' end, 'user-' || i, ${at('i')}, ${at('i')}
     from generate_series(2, ${players}, 2) i`,
    `insert into session (id, token, expires_at, user_id, created_at, updated_at)
     select 'session-' || i, 'token-' || i, ${at('i + 100000')}, 'user-' || i, ${at('i')}, ${at('i')}
     from generate_series(2, ${players}, 2) i`,
    `insert into api_token (id, player_id, name, hash, scopes, created_at)
     select 'api-' || i, ${id('i')}, 'bot', 'hash-' || i, '{play}', ${at('i')} from generate_series(2, ${players}, 20) i`,
    `insert into rating (player_id, kind, rating, deviation, volatility, games, updated_at)
     select ${id('i')}, (array['blitz', 'rapid', 'days'])[1 + i % 3], 1500 + 300 * (random() - 0.5), 50 + 250 * random(), 0.06, 9, ${at('i')}
     from generate_series(2, ${players}, 2) i`,
    `insert into game (id, seq, status, settings, seats, players, turn, ply, deadline_at, created_at, updated_at, kind,
       ended_at, ended_by, winner, places, final_position, closed_by, called_off_at)
     select ${game('i')}, 30, status, '${JSON.stringify(DEFAULT_SETTINGS)}'::jsonb || jsonb_build_object(
         'setup', (array['long', 'long', 'long', 'short', 'four'])[1 + i % 5], 'rated', i % 2 = 0,
         'seen', case when i % 9 = 0 then 'link' else 'public' end),
       jsonb_build_array(
         jsonb_build_object('side', 'south', 'player', jsonb_build_object('id', one, 'name', 'One'), 'reserved', null),
         jsonb_build_object('side', 'north', 'player', jsonb_build_object('id', other, 'name', 'Other'), 'reserved', null)),
       array[one, other], case when status = 'live' then 'south' end, 30,
       case when status = 'live' then ${at('i')} end, ${at('i')}, ${at('i')}, (array['blitz', 'rapid', 'days'])[1 + i % 3],
       case when status = 'over' then ${at('i')} end, case when status = 'over' then (array['arrival', 'capture', 'time'])[1 + i % 3] end,
       case when status = 'over' and i % 7 > 0 then case when i % 2 = 0 then one else other end end,
       case when status = 'over' then '[["south"], ["north"]]'::jsonb end,
       case when status = 'over' and i % 1000 > 3 then '${formatPosition(startPosition('long'))}' end,
       case when status = 'closed' and i % 1000 > 3 then 'abort' end,
       case when status = 'closed' and i % 100 = 3 then ${at('i')} end
     from (
       select i, ${id(some)} as one,
         case when i % 10 = 0 then (${computers})[1 + i / 10 % ${COMPUTER_IDS.length}] else ${id(some)} end as other,
         case when i % 200 = 1 then 'open' when i % 200 = 2 then 'live' when i % 50 = 3 then 'closed' else 'over' end as status
       from generate_series(1, ${games}) i
     ) made`,
    `insert into game_event (game_id, seq, at, by, event)
     select ${game(`i / ${PER_GAME.game_event}`)}, 1 + i % ${PER_GAME.game_event}, ${at('i')}, ${id(some)},
       jsonb_build_object('type', case i % 300 when 5 then 'unseated' else 'moved' end, 'side', 'south', 'ply', 1,
         'from', 'd2', 'to', 'd3', 'remainingMs', 1)
     from generate_series(0, ${perGame('game_event')}) i`,
    `insert into chat_message (game_id, room, at, by_id, by_name, text)
     select ${game('i')}, 'players', ${at('i')}, ${id(some)}, 'One', 'Hello' from generate_series(1, ${perGame('chat_message')}) i`,
    `insert into rated_game (game_id, kind, at) select ${game('2 * i')}, 'blitz', ${at('i')} from generate_series(1, ${perGame('rated_game')}) i`,
    `insert into rating_change (game_id, player_id, kind, at, rating_before, deviation_before, rating, deviation)
     select ${game('2 * (i / 2)')}, ${id(`${some} / 2 * 2 + i % 2`)}, 'blitz', ${at('i')}, 1500, 90, 1510, 88
     from generate_series(1, ${perGame('rating_change')}) i on conflict do nothing`,
    `insert into block (by, other) select ${id(some)}, ${id(some)} from generate_series(1, ${players}) on conflict do nothing`,
    `insert into follow (by, other) select ${id(some)}, ${id(some)} from generate_series(1, ${players}) on conflict do nothing`,
    `insert into report (at, by, about, reason, text, handled_at)
     select ${at('i')}, ${id(some)}, ${id(some)}, 'talk', '', case when i % 20 > 0 then ${at('i')} end
     from generate_series(1, ${perGame('report')}) i`,
    `insert into audit_entry (at, by, action, detail) select ${at('i')}, ${id(some)}, 'lift', '{}' from generate_series(1, ${perGame('audit_entry')}) i`,
    `insert into sanction (player_id, kind, reason, by, at, until)
     select ${id(some)}, 'mute', '', ${id('1')}, ${at('i')}, ${at('i + 1000')} from generate_series(1, ${perGame('sanction')}) i`,
    `insert into review (game_id, asked_at, ended_at, total, points, nodes)
     select ${game('i + 10')}, ${at('i')}, case when i % 100 > 0 then ${at('i')} end, 30, '[]', 1 from generate_series(1, ${perGame('review')}) i`,
    `insert into seat_address (game_id, player_id, address_key, opened)
     select ${game('i')}, ${id(some)}, 'key-' || ${some} / 100, i % 2 = 0 from generate_series(1, ${perGame('seat_address')}) i`,
    `insert into verification (id, identifier, value, expires_at, created_at, updated_at)
     select 'v' || i, 'reset-password:' || i, 'user-' || i, ${at('i')}, ${at('i')}, ${at('i')} from generate_series(1, 2000) i`,
    `insert into conditional_moves (game_id, player_id, moves)
     select ${game('i')}, ${id(some)}, '[]' from generate_series(1, ${perGame('conditional_moves')}) i`,
    `insert into game_note (game_id, player_id, text, updated_at)
     select ${game('i')}, ${id(some)}, 'Keep the T high.', ${at('i')} from generate_series(1, ${perGame('game_note')}) i`,
    `insert into notification (player_id, key, kind, game_id, at, details, read_at, pending)
     select ${id(some)}, 'turn:' || i, 'turn', ${game('i')}, ${at('i')}, '{"kind":"follower","by":{"id":"player-00000900","name":"Name900"}}', case when i % 10 > 0 then ${at('i')} end, '{}'
     from generate_series(1, ${perGame('notification')}) i`,
    `insert into notification_choice (player_id, choices)
     select ${id('i')}, '{}' from generate_series(1, ${perGame('notification_choice')}) i`,
    `insert into push_subscription (id, player_id, endpoint, p256dh, auth, device, created_at)
     select 'device-' || i, ${id('i')}, 'https://push.example/' || i, 'key', 'auth', 'Firefox', ${at('i')}
     from generate_series(1, ${perGame('push_subscription')}) i`,
    `insert into webhook (id, player_id, url, secret, created_at)
     select 'webhook-' || i, ${id('i')}, 'https://bots.example/' || i, 'secret', ${at('i')}
     from generate_series(1, ${perGame('webhook')}) i`,
    `insert into webhook_delivery (webhook_id, notification_id, attempts, status, at, delivered_at, pending)
     select 'webhook-' || 1 + i % ${perGame('webhook')}, i, 1, 204, ${at('i')}, ${at('i')}, i % 1000 = 0
     from generate_series(1, ${perGame('webhook_delivery')}) i`,
    `insert into mail_command (id, player_id, at)
     select 'command-' || i, ${id('i')}, ${at('i')} from generate_series(1, ${perGame('mail_command')}) i`,
    `insert into executed_command (id, at)
     select 'command-' || i, ${at('i')} from generate_series(1, ${perGame('executed_command')}) i`,
    `insert into notification_mail (player_id, last_at)
     select ${id('i')}, ${at('i')} from generate_series(1, ${perGame('notification_mail')}) i`,
    `insert into vacation (player_id, since, until, written)
     select ${id('i')}, ${at('i')}, ${at('i + 2880')}, i % 1000 > 0 from generate_series(1, ${perGame('vacation')}) i`,
  ];
}

const PRETEND = `
  update pg_class c set reltuples = greatest(c.reltuples, 1) * $1::real
  from pg_class t left join pg_index i on i.indrelid = t.oid
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and c.oid in (t.oid, i.indexrelid)
    and t.relname <> all (array[${['_prisma_migrations', ...SMALL].map((table) => `'${table}'`).join(', ')}])`;
