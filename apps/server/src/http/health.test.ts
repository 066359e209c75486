import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import { createLog } from '../log.ts';
import { startTestApp, useTestApp } from '../testing/app.ts';
import { becomeMember, request } from '../testing/members.ts';
import { openTcpProxy } from '../testing/tcp-proxy.ts';

const app = useTestApp();

const ready = { status: 200, body: 'ready\n' };
const unready = (reason: string) => ({ status: 503, body: `${reason}\n` });

test('a server is ready while its database saves, not while it merely answers, and alive all the time', async () => {
  expect(await request(app.url, '/ready')).toMatchObject(ready);
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
  const readiness = async () => {
    app.clock.aheadMs += 10_000; // what was found out before is old by then
    return request(app.url, '/ready');
  };

  await set('on');
  await expect.poll(readiness).toMatchObject(unready('database'));
  expect(await request(app.url, '/health')).toMatchObject({ status: 200, body: { alive: true } });
  await set('off');
  await expect.poll(readiness).toMatchObject(ready);
  await database.end();
});

test('monitoring is answered by a server that cannot reach its database', async () => {
  const database = await freshDatabase();
  const proxy = await openTcpProxy(database.url);
  const alone = await startTestApp(proxy.url, Date.now, createLog('silent'));
  const { cookie } = await becomeMember(alone.url);
  proxy.disconnect();
  // To find out whose cookie it is would need Postgres.
  expect(await request(alone.url, '/health', { cookie })).toMatchObject({ status: 200, body: { alive: true } });
  expect(await request(alone.url, '/ready', { cookie })).toMatchObject(unready('database'));
  proxy.reconnect();
  await alone.close();
  proxy.close();
  await database.drop();
});

test('who asks a server that has begun to stop whether it is ready hears so', async () => {
  const database = await freshDatabase();
  const stopping = await startTestApp(database.url);
  const socket = connect(Number(new URL(stopping.url).port), '127.0.0.1');
  // A whole request and the beginning of the next one: what has not begun to ask is hung up.
  socket.write('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\nGET /ready HTTP/1.1\r\n');
  await once(socket, 'data');
  stopping.readiness.stopping();
  stopping.readiness.started(); // too late
  socket.write('host: localhost\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1.1 503 (.|\r\n)*\r\n\r\nstopping\n$/);
  await stopping.close();
  await database.drop();
});
