import pg from 'pg';

export type Fixtures = { readonly longGame: string; readonly finishedGame: string };

const LONG_LOG = 3_810;
const FINISHED_GAMES = 20_000;
const PLAYERS = 50_000;

/**
 * Fills a database as after years, from one finished game: many copies of it, many players, and a log with thousands of
 * events.
 */
export async function fillDatabase(databaseUrl: string, finishedGame: string): Promise<Fixtures> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const columns = async (table: string): Promise<string> => {
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(column_name) as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    return rows.map(({ name }) => name).join(', ');
  };
  /** Copies the rows that `where` selects. `change` is an SQL object that depends on the copy's number n. */
  const copy = async (table: string, where: string, change: string, count: number): Promise<void> => {
    const names = await columns(table);
    await client.query(
      `insert into ${table} (${names})
       select ${names.replaceAll(/[^, ]+/g, (name) => `(r).${name}`)}
       from (select jsonb_populate_record(t, ${change}) as r from ${table} t, generate_series(1, ${count}) n where ${where}) made`,
    );
  };
  const id = `'${finishedGame.replaceAll("'", '')}'`;
  const copyId = `'f' || lpad(n::text, 11, '0')`;
  await copy(
    'game',
    `id = ${id}`,
    `jsonb_build_object('id', ${copyId}, 'ended_at', t.ended_at - n * interval '1 minute')`,
    FINISHED_GAMES,
  );
  await copy('game_event', `game_id = ${id}`, `jsonb_build_object('game_id', ${copyId})`, FINISHED_GAMES);
  await copy(
    'player',
    `id = (select min(id) from player)`,
    `jsonb_build_object('id', 'flood-player-' || lpad(n::text, 6, '0'), 'name', 'Player' || n, 'name_key', 'player' || n)`,
    PLAYERS,
  );

  const longGame = 'longlonglong';
  const change = `jsonb_build_object('id', '${longGame}', 'seq', ${LONG_LOG})`;
  await copy('game', `id = ${id}`, change, 1);
  await copy('game_event', `game_id = ${id}`, `jsonb_build_object('game_id', '${longGame}')`, 1);
  const offer = `case n % 2 when 1 then '{"type":"offered","offer":"rematch","side":"south"}'::jsonb
    else '{"type":"withdrawn","offer":"rematch","side":"south"}'::jsonb end`;
  const length = `(select max(seq) from game_event where game_id = '${longGame}')`;
  await copy(
    'game_event',
    `game_id = '${longGame}' and seq = ${length}`,
    `jsonb_build_object('seq', t.seq + n, 'event', ${offer})`,
    LONG_LOG - (await lengthOf(client, longGame)),
  );
  await client.query('analyze');
  await client.end();
  return { longGame, finishedGame };
}

async function lengthOf(client: pg.Client, game: string): Promise<number> {
  const { rows } = await client.query<{ length: number }>(
    'select max(seq) as length from game_event where game_id = $1',
    [game],
  );
  return rows[0]?.length ?? 0;
}
