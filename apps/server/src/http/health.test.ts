import pg from 'pg';
import { expect, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';
import { request } from '../testing/members.ts';

const app = useTestApp();

test('a server is healthy while its database saves, not while it merely answers', async () => {
  expect(await request(app.url, '/health')).toMatchObject({ status: 200, body: { database: 'up' } });
  const database = new pg.Client({ connectionString: app.databaseUrl });
  await database.connect();
  const set = async (readOnly: 'on' | 'off') => {
    await database.query('begin read write');
    await database.query(
      `do $$ begin execute format('alter database %I set default_transaction_read_only = ${readOnly}', current_database()); end $$`,
    );
    await database.query('commit');
    // What is connected goes on as it was, so that all have to come back.
    await database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    app.clock.aheadMs += 10_000;
  };
  const health = async () => {
    app.clock.aheadMs += 10_000; // what was found out before is old by then
    return (await request(app.url, '/health')).status;
  };

  await set('on');
  await expect.poll(health).toBe(503);
  await set('off');
  await expect.poll(health).toBe(200);
  await database.end();
});
