import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrationsFolder } from '../apps/server/src/store/migrate.ts';
import { contractSteps, NewParts } from './contract-steps.ts';
import { root } from './run.ts';

/** Merged before marks were required. */
const UNMARKED = [
  '20261120165821_reports_of_messages',
  '20261126204403_notify_by_mail',
  '20261126210500_conditional_moves',
];

const changesOf = async (sql: string) => (await contractSteps(sql)).map(({ change }) => change);

test.each([
  ['DROP TABLE "chat_report";', ['drops table chat_report']],
  ['drop table if exists a, public.b cascade;', ['drops table a', 'drops table public.b']],
  ['ALTER TABLE "move_queue" RENAME TO "conditional_moves";', ['renames move_queue to conditional_moves']],
  ['ALTER TABLE chat RENAME COLUMN "by" TO author;', ['renames chat.by to author']],
  ['ALTER TABLE "choice" ADD COLUMN a TEXT,\nDROP COLUMN "last_mailed_at";', ['drops column choice.last_mailed_at']],
  ['ALTER TABLE game ALTER COLUMN seq TYPE bigint;', ['changes the type of game.seq']],
  ['ALTER TABLE game ALTER seq SET DATA TYPE bigint USING seq::bigint;', ['changes the type of game.seq']],
  ['ALTER TABLE game ADD COLUMN "mode" TEXT NOT NULL;', ['adds the required column game.mode']],
  ['ALTER TABLE game ALTER COLUMN mode SET NOT NULL;', ['requires game.mode']],
  ['ALTER TABLE game ALTER COLUMN mode DROP DEFAULT;', ['drops the default of game.mode']],
  ["ALTER TYPE level RENAME VALUE 'low' TO 'least';", ['renames value low to least']],
  ['DROP TYPE level;', ['drops type level']],
  ['ALTER TABLE game ADD CONSTRAINT a CHECK (mode IS NOT NULL) NOT VALID;', ['limits the values of game (a)']],
  ['ALTER TABLE game ADD CONSTRAINT a UNIQUE (b, c);', ['limits the values of game.b, c']],
  ['ALTER TABLE game ADD FOREIGN KEY (b) REFERENCES chat (id);', ['limits the values of game.b']],
  ['CREATE UNIQUE INDEX CONCURRENTLY a ON game (b);', ['limits the values of game.b']],
  ['DROP INDEX "notification_player_id_key_key";', ['drops index notification_player_id_key_key']],
  ['ALTER TABLE game DROP CONSTRAINT "game_pkey";', ['drops the key game_pkey']],
  ['CREATE TABLE IF NOT EXISTS chat (id TEXT); ALTER TABLE chat DROP COLUMN by;', ['drops column chat.by']],
  ["ALTER TYPE level ADD VALUE 'most';", ['adds value most']],
  ['TRUNCATE chat;', ['has a TruncateStmt, which is not checked']],
  ['ALTER TABLE chat SET SCHEMA old;', ['has a AlterObjectSchemaStmt, which is not checked']],
  [
    'CREATE TRIGGER a BEFORE INSERT ON chat FOR EACH ROW EXECUTE FUNCTION f();',
    ['has a CreateTrigStmt, which is not checked'],
  ],
  ['ALTER TABLE chat ALTER id DROP IDENTITY;', ['changes chat.id with AT_DropIdentity, which is not checked']],
  [
    "ALTER TABLE game ADD COLUMN a TEXT NOT NULL DEFAULT ''; CREATE UNIQUE INDEX x ON game (a);",
    ['limits the values of game.a'],
  ],
  ["ALTER TABLE game ADD COLUMN a TEXT DEFAULT '' UNIQUE;", ['limits the values of game.a']],
  ['ALTER TABLE game ADD COLUMN a TEXT CHECK (a IS NOT NULL);', ['limits the values of game.a']],
  ["ALTER TABLE game ADD COLUMN a TEXT DEFAULT 'x' REFERENCES chat (id);", ['limits the values of game.a']],
  ["ALTER TABLE game ADD COLUMN a TEXT DEFAULT 'x' PRIMARY KEY;", ['limits the values of game.a']],
  ['ALTER TABLE game ADD COLUMN a BIGSERIAL; CREATE UNIQUE INDEX x ON game (a);', ['limits the values of game.a']],
  ['ALTER TABLE game ADD COLUMN a TEXT UNIQUE NULLS NOT DISTINCT;', ['limits the values of game.a']],
  ['ALTER TABLE game ADD COLUMN a TEXT, ADD PRIMARY KEY (id, a);', ['limits the values of game.id, a']],
  ['ALTER TABLE game ADD CONSTRAINT k PRIMARY KEY USING INDEX i;', ['limits the values of game (k)']],
  ['ALTER TABLE game ADD COLUMN a TEXT, ADD CONSTRAINT k NOT NULL a;', ['limits the values of game.a']],
  [
    'ALTER TABLE game ADD COLUMN a TEXT; CREATE UNIQUE INDEX x ON game (id, a) NULLS NOT DISTINCT;',
    ['limits the values of game.id, a'],
  ],
  [
    'ALTER TABLE game ADD COLUMN a TEXT, ADD FOREIGN KEY (a, id) REFERENCES chat (a, id) MATCH FULL;',
    ['limits the values of game.a, id'],
  ],
  [
    'ALTER TABLE game ADD COLUMN IF NOT EXISTS a TEXT; CREATE UNIQUE INDEX x ON game (a);',
    ['limits the values of game.a'],
  ],
  ["ALTER TABLE game ADD COLUMN a TEXT, ALTER a SET DEFAULT 'x', ADD UNIQUE (a);", ['limits the values of game.a']],
  [
    "ALTER TABLE game ADD COLUMN a TEXT UNIQUE; ALTER TABLE game ALTER a SET DEFAULT 'x';",
    ['limits the values of game.a with a default'],
  ],
  ['CREATE TABLE old.chat (id TEXT); ALTER TABLE chat DROP COLUMN by;', ['drops column chat.by']],
  ["DO $$ BEGIN EXECUTE 'drop table chat'; END $$;", ['runs a DO block, which is not checked']],
])('%s is a contract step', async (sql, expected) => {
  expect(await changesOf(sql)).toEqual(expected);
});

test.each([
  'CREATE TABLE a (id TEXT NOT NULL); ALTER TABLE a ALTER id TYPE uuid USING id::uuid; ALTER TABLE a RENAME id TO uuid;',
  'ALTER TABLE game ADD COLUMN "mode" TEXT;',
  'ALTER TABLE game ADD COLUMN "mode" TEXT NOT NULL DEFAULT \'; drop table chat\';',
  'ALTER TABLE game ADD COLUMN n INTEGER GENERATED ALWAYS AS IDENTITY;',
  'ALTER TABLE game ALTER COLUMN mode DROP NOT NULL, ALTER COLUMN size SET DEFAULT 8;',
  '-- DROP TABLE chat;\nCREATE INDEX a ON b (c);',
  'DROP INDEX CONCURRENTLY IF EXISTS "name";',
  'ALTER TABLE game ADD COLUMN a TEXT, ADD COLUMN b TEXT; CREATE UNIQUE INDEX c ON game (id, a); ALTER TABLE game ADD FOREIGN KEY (b) REFERENCES chat (id);',
  'ALTER TABLE game ADD COLUMN a TEXT UNIQUE REFERENCES chat (id); ALTER TABLE public.game ADD UNIQUE (id, a);',
  'ALTER TABLE game ADD CONSTRAINT a UNIQUE USING INDEX b;',
  'CREATE TABLE a (id TEXT); CREATE UNIQUE INDEX b ON a (id); ALTER TABLE a ADD CONSTRAINT c CHECK (id <> NULL);',
  'ALTER TABLE game VALIDATE CONSTRAINT a; UPDATE game SET a = 1 WHERE b; INSERT INTO chat VALUES (1);',
  'ALTER INDEX a RENAME TO b; ALTER TABLE chat RENAME CONSTRAINT c TO d; ALTER TABLE chat DROP CONSTRAINT d;',
])('%s is no contract step', async (sql) => {
  expect(await changesOf(sql)).toEqual([]);
});

test('a comment marks only the steps of the statement that follows it', async () => {
  const sql = `-- The café's
ALTER TABLE a ADD COLUMN "café" TEXT; -- Unused since 0.1.0

-- Unused since 0.9.0: the size is in the events.
-- Nothing reads it.
ALTER TABLE a DROP COLUMN b, DROP COLUMN c;
DROP TABLE d;
-- Safe for running servers: they ignore values that they do not know.
ALTER TYPE e ADD VALUE 'f';
-- Safe for running servers:
ALTER TYPE e ADD VALUE 'g';
`;
  const [unused, safe] = ['0.9.0', 'they ignore values that they do not know.'];
  expect(await contractSteps(sql)).toEqual([
    { change: 'drops column a.b', unusedSince: unused, safeBecause: undefined },
    { change: 'drops column a.c', unusedSince: unused, safeBecause: undefined },
    { change: 'drops table d', unusedSince: undefined, safeBecause: undefined },
    { change: 'adds value f', unusedSince: undefined, safeBecause: safe },
    { change: 'adds value g', unusedSince: undefined, safeBecause: undefined },
  ]);
});

test('a column of an earlier migration is new until a release has it', async () => {
  const created = new NewParts();
  await contractSteps('ALTER TABLE game ADD COLUMN a TEXT;', created);
  const index = 'CREATE UNIQUE INDEX CONCURRENTLY b ON game (a);';
  expect(await contractSteps(index, created)).toEqual([]);
  expect(await changesOf(index)).toEqual(['limits the values of game.a']);
});

const isFolder = (name: string) => /^\d/.test(name);
const stepsOf = async (migration: string, created?: NewParts) =>
  contractSteps(await readFile(join(migrationsFolder, migration, 'migration.sql'), 'utf8'), created);

/** The releases in the changelog with their dates, as in the names of migrations. */
async function releases(): Promise<ReadonlyMap<string | undefined, string>> {
  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
  const headings = changelog.matchAll(/^## (\d+\.\d+\.\d+) \((\d{4})-(\d\d)-(\d\d)\)$/gm);
  return new Map([...headings].map(([, version, ...date]) => [version, date.join('')]));
}

test('each contract step of a migration is safe for running servers, or no longer used since an earlier release', async () => {
  const dates = await releases();
  const wrong: string[] = [];
  let created = new NewParts();
  let previous = '';
  for (const name of (await readdir(migrationsFolder)).filter(isFolder).toSorted()) {
    const day = name.slice(0, 8);
    // A release of the same day may already have the column.
    if ([...dates.values()].some((date) => previous <= date && date <= day)) created = new NewParts();
    previous = day;
    for (const { change, unusedSince, safeBecause } of await stepsOf(name, created)) {
      if (UNMARKED.includes(name) || safeBecause !== undefined) continue;
      const released = dates.get(unusedSince);
      if (released === undefined || released > day) wrong.push(`${name} ${change}: ${unusedSince}`);
    }
  }
  expect(wrong, 'see "A migration" in CONTRIBUTING.md').toEqual([]);
});

test.each(UNMARKED)('%s has contract steps without a mark', async (name) => {
  expect((await stepsOf(name)).some(({ unusedSince }) => unusedSince === undefined)).toBe(true);
});
