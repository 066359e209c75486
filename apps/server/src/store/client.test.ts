import { openTcpProxy } from '@terrace/testing/tcp-proxy';
import { expect, test } from 'vitest';
import { databaseOfTest } from '../../../../tools/testing/database.ts';
import { DatabaseBusy, DatabaseUnavailable } from '../game-service/games.ports.ts';
import { openDatabase } from './client.ts';
import { runQuery } from './run-query.ts';
import { lockTables } from './testing/lock-tables.ts';

test('closing the database waits for running queries and for those that follow from them', async () => {
  const databaseUrl = await databaseOfTest();
  const { prisma, close } = openDatabase(databaseUrl, (fault) => {
    throw fault;
  });
  const asking = (async () => {
    for (let n = 0; n < 5; n += 1) await prisma.$executeRaw`select pg_sleep(0.03)`;
  })();
  await Promise.all([close(), asking]);
  await expect(prisma.player.count()).rejects.toThrow('after calling end');
});

test('all appends use one connection, so that none waits for a new one', async () => {
  const databaseUrl = await databaseOfTest();
  const { prisma, close } = openDatabase(databaseUrl, () => undefined, 'append');
  const asked = Array.from({ length: 20 }, () => prisma.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`);
  expect(new Set((await Promise.all(asked)).flat().map(({ pid }) => pid)).size).toBe(1);
  await close();
});

test('a slow statement, a lock and a full pool are distinguished from an unreachable Postgres', async () => {
  const databaseUrl = await databaseOfTest();
  const proxy = await openTcpProxy(databaseUrl);
  const { prisma, close } = openDatabase(proxy.url, () => undefined);
  const lock = await lockTables(databaseUrl, 'chat_message');
  const slow = prisma.$executeRaw`select pg_sleep(30)`;
  // Six are in flight, and six more get their connections when these time out, so the next query gets none.
  const locked = Array.from({ length: 11 }, () => prisma.chatMessage.count());
  const beyond = prisma.player.count();
  const inTransaction = runQuery(() => prisma.$transaction((tx) => tx.player.count()));
  const answers = await Promise.allSettled([slow, ...locked, beyond, inTransaction]);
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseBusy) });
  }
  await lock.release();
  expect(await prisma.player.count()).toBe(0);
  proxy.disconnect();
  await expect(prisma.player.count()).rejects.toBeInstanceOf(DatabaseUnavailable);
  await close();
  proxy.close();
});

test('all statements of a transaction count or none, and a failed transaction leaves its connection usable', async () => {
  const databaseUrl = await databaseOfTest();
  const proxy = await openTcpProxy(databaseUrl);
  const { transaction, prisma, close } = openDatabase(proxy.url, () => undefined, 'append');
  const insert = { name: 'insert', text: `insert into player (id, name, created_at) values ($1, $2, now())` };
  const add = (id: string, then: () => Promise<void> = async () => undefined) =>
    transaction(async (runPrepared) => {
      await runPrepared(insert, [id, id]);
      await then();
    });
  const fail = async () => {
    throw new Error('not this one');
  };
  await add('player-one');
  await expect(add('player-two', fail)).rejects.toThrow('not this one');
  await expect(add('player-one')).rejects.toThrow('duplicate key');
  const hangUp = async () => {
    proxy.disconnect();
    await new Promise((resolve) => setImmediate(resolve));
  };
  await expect(add('player-three', hangUp)).rejects.toBeInstanceOf(DatabaseUnavailable);
  proxy.reconnect();
  await add('player-four');
  const ids = await prisma.player.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  expect(ids.map(({ id }) => id)).toEqual(['player-four', 'player-one']);
  await close();
  proxy.close();
});

test('during an outage new and waiting queries fail at once without reaching Postgres', async () => {
  const databaseUrl = await databaseOfTest();
  const { prisma, runPrepared, transaction, setDown, close } = openDatabase(databaseUrl, () => undefined);
  const watching = openDatabase(databaseUrl, () => undefined, 'command');
  const sleep = { name: 'sleep', text: 'select pg_sleep(30)::text' };
  const asleep: Promise<unknown>[] = Array.from({ length: 5 }, () => prisma.$queryRaw`select pg_sleep(30)::text`);
  asleep.push(transaction((run) => run(sleep, [])));
  const waiting = [prisma.player.count(), runPrepared(sleep, []), transaction((run) => run(sleep, []))];
  const all = Promise.allSettled([...asleep, ...waiting]);
  const sleeping = () => watching.prisma.$queryRaw<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
  await expect.poll(sleeping).toEqual([{ n: 5 }]);

  setDown(true);
  for (const answer of await all) {
    expect(answer).toMatchObject({ status: 'rejected', reason: { constructor: DatabaseUnavailable } });
  }
  const asked = [
    prisma.player.count(),
    runQuery(() => prisma.$transaction((tx) => tx.player.count())),
    runPrepared(sleep, []),
    transaction((run) => run(sleep, [])),
  ];
  for (const answer of asked) await expect(answer).rejects.toBeInstanceOf(DatabaseUnavailable);
  setDown(false);
  expect(await prisma.player.count()).toBe(0);
  await Promise.all([close(), watching.close()]);
});
