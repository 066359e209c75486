import { guestAt } from '@terrace/testing/client';
import { becomeMember, request } from '@terrace/testing/members';
import { openTcpProxy } from '@terrace/testing/tcp-proxy';
import pg from 'pg';
import { expect, test } from 'vitest';
import { databaseOfTest } from '../../../../tools/testing/database.ts';
import { createLog } from '../start/log.ts';
import { startTestApp, useTestApp } from '../testing/app.ts';
import { createVirtualTime } from '../testing/time.ts';

const app = useTestApp({ log: createLog('silent') }); // this test makes its database fail

const ready = { status: 200, body: 'ready\n' };
const unready = (reason: string) => ({ status: 503, body: `${reason}\n` });

test('a server is ready only while its database can save, and alive the whole time', async () => {
  expect(await request(app.url, '/ready')).toMatchObject(ready);
  const database = new pg.Client({ connectionString: app.databaseUrl });
  await database.connect();
  const set = async (readOnly: 'on' | 'off') => {
    await database.query('begin read write');
    await database.query(
      `do $$ begin execute format('alter database %I set default_transaction_read_only = ${readOnly}', current_database()); end $$`,
    );
    await database.query('commit');
    // Existing connections keep their settings, so they are closed to reconnect.
    await database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  };
  const readiness = () => request(app.url, '/ready');

  await set('on');
  await expect.poll(readiness).toMatchObject(unready('database'));
  expect(await request(app.url, '/health')).toMatchObject({ status: 200, body: { alive: true } });
  await set('off');
  await expect.poll(readiness).toMatchObject(ready);
  await database.end();
});

test('health checks are answered while the server is not ready and its database is unreachable', async () => {
  const databaseUrl = await databaseOfTest();
  const proxy = await openTcpProxy(databaseUrl);
  const stopping = await startTestApp(proxy.url, { log: createLog('silent') });
  const { cookie } = await becomeMember(stopping.url);
  expect(await request(stopping.url, '/ready')).toMatchObject(ready);
  stopping.readiness.stopping();
  stopping.readiness.started(); // ignored, because it is already stopping
  expect(await request(stopping.url, '/ready')).toMatchObject(unready('stopping'));
  proxy.disconnect();
  // Looking up the cookie's player would need Postgres.
  expect(await request(stopping.url, '/health', { cookie })).toMatchObject({ status: 200, body: { alive: true } });
  expect(await request(stopping.url, '/ready', { cookie })).toMatchObject(unready('stopping'));
  proxy.reconnect();
  await stopping.close();
  proxy.close();
});

test('readiness reflects the loss and the return of the database at once', async () => {
  const databaseUrl = await databaseOfTest();
  const proxy = await openTcpProxy(databaseUrl);
  const time = createVirtualTime();
  const { scheduler } = time;
  const server = await startTestApp(proxy.url, { scheduler, machine: scheduler, log: createLog('silent') });
  const guest = await guestAt(server.url);
  const gameId = await guest.create({}, 'south');
  const readiness = () => {
    time.advance(150); // requests within that time share one probe
    return request(server.url, '/ready');
  };
  expect(await readiness()).toMatchObject(ready);
  proxy.disconnect();
  expect(await readiness()).toMatchObject(unready('database'));
  proxy.reconnect();
  await expect
    .poll(() => {
      time.advance(250); // the service asks again whether Postgres answers
      return guest.command(gameId, { type: 'leave' });
    })
    .toMatchObject({ ok: true });
  expect(await readiness()).toMatchObject(ready);

  proxy.withhold();
  const asked = Promise.all([readiness(), readiness(), readiness()]);
  const settled = asked.then(
    () => true,
    () => true,
  );
  await expect
    .poll(() => {
      time.advance(1_000); // a probe begins once the requests have arrived
      return Promise.race([settled, false]);
    })
    .toBe(true);
  for (const answer of await asked) expect(answer).toMatchObject(unready('database'));
  proxy.deliver();
  await expect.poll(readiness).toMatchObject(ready);
  guest.close();
  await server.close();
  proxy.close();
});
