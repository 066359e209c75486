import pg from 'pg';

export async function structure(url: string): Promise<unknown> {
  return {
    columns: await query(
      url,
      `select relname, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)
       from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on (adrelid, adnum) = (attrelid, attnum)
       where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
         and relname <> '_prisma_migrations'
       order by 1, 2`,
    ),
    indexes: await query(
      url,
      // Prisma's schema cannot express this option of an index.
      `select replace(indexdef, ' WITH (fastupdate=off)', '') as indexdef from pg_indexes where schemaname = 'public' and tablename <> '_prisma_migrations' order by 1`,
    ),
    constraints: await query(
      url,
      // From Postgres 18 on, not-null constraints have names, which keep a table's earlier name; `attnotnull` has them.
      `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
       where connamespace = 'public'::regnamespace and conrelid::regclass::text <> '_prisma_migrations' and contype <> 'n'
       order by 1, 2`,
    ),
    types: await query(
      url,
      `select typname, enumlabel from pg_enum join pg_type on pg_type.oid = enumtypid order by typname, enumsortorder`,
    ),
  };
}

export async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function tableNames(url: string): Promise<readonly string[]> {
  const tables = await query<{ name: string }>(
    url,
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> '_prisma_migrations' order by 1`,
  );
  return tables.map(({ name }) => name);
}

export async function contents(url: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const rows = (await tableNames(url)).map(async (name): Promise<[string, string[]]> => {
    const all = await query<{ row: string }>(url, `select t::text as row from "${name}" t order by 1`);
    return [name, all.map(({ row }) => row)];
  });
  return Object.fromEntries(await Promise.all(rows));
}

/** Counts rows by table whose text contains a word of letters, digits and hyphens. Omits tables without any. */
export async function rowsContaining(url: string, word: string): Promise<Readonly<Record<string, number>>> {
  const counts = (await tableNames(url)).map(
    (name) => `select '${name}' as name, count(*)::int as rows from "${name}" t where strpos(t::text, '${word}') > 0`,
  );
  const found = await query<{ name: string; rows: number }>(url, counts.join(' union all '));
  return Object.fromEntries(found.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, rows]));
}
