import { MessageChannel, Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { emptyDatabase, freshDatabase } from '../../../../tools/testing/database.ts';
import { answerOf, migrate, migrationNames, readSchema, scriptTo } from './migrate.ts';
import { query, structure } from './testing/compare.ts';

test('migrating a database that is up to date does nothing, also twice at once', async () => {
  const { url, drop } = await freshDatabase();
  expect(await Promise.all([migrate(url), migrate(url)])).toEqual([[], []]);
  await drop();
});

test('of two servers that start at once on an empty database, one applies the migrations and the other waits', async () => {
  const { url, drop } = await emptyDatabase();
  const applied = await Promise.all([migrate(url), migrate(url)]);
  expect(applied.toSorted((a, b) => a.length - b.length)).toEqual([[], await migrationNames()]);
  await drop();
});

test('the migrations lead exactly to prisma/schema.prisma: no script is missing, and the tables are the same', async () => {
  const migrated = await freshDatabase();
  const described = await emptyDatabase();
  const schema = await readSchema();
  expect(await scriptTo(migrated.url, schema)).toBe('');
  await query(described.url, await scriptTo(described.url, schema));
  expect(await structure(migrated.url)).toEqual(await structure(described.url));
  await Promise.all([migrated.drop(), described.drop()]);
});

test('after a change of the schema the script says how to get there, and leads there', async () => {
  const { url, drop } = await freshDatabase();
  const changed = `${await readSchema()}\nmodel Medal {\n  name String @id\n  note String?\n}\n`.replace(
    'model Game {',
    'model Game {\n  medals Int @default(0)',
  );
  const script = await scriptTo(url, changed);
  expect(script).toMatch(/^-- AlterTable\nALTER TABLE "game" ADD COLUMN +"medals" INTEGER NOT NULL DEFAULT 0;/);
  expect(script).toContain('CREATE TABLE "Medal" (');
  expect(script.match(/^(ALTER|CREATE|DROP)/gm)).toHaveLength(2);
  await query(url, script);
  expect(await scriptTo(url, changed)).toBe('');
  await drop();
});

/** A worker that ends at once, and is heard only when it has, as on a machine with much to do. */
function endedWorker(script: string) {
  const { port1: here, port2: port } = new MessageChannel();
  const source = `const { port } = require('node:worker_threads').workerData; ${script}`;
  const worker = new Worker(source, { eval: true, workerData: { port }, transferList: [port] });
  const answer = answerOf(worker, here).finally(() => here.close());
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  return answer;
}

test('what the engine says last is heard, also when the news of its end comes first', async () => {
  for (let n = 0; n < 5; n += 1)
    expect(await endedWorker('port.postMessage({ applied: [] })')).toEqual({ applied: [] });
  await expect(endedWorker('process.exit(3)')).rejects.toThrow('the schema engine ended with 3');
  await expect(endedWorker("throw new Error('no room')")).rejects.toThrow('no room');
});
