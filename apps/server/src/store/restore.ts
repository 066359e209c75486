import type { Readable } from 'node:stream';
import type { BackupHeader, OnBytes } from '../backup/format.ts';
import { readBackup } from '../backup/read.ts';
import { StartError } from '../runtime/errors.ts';
import { checkTarget, load } from './load.ts';
import { migrate, migrationNames } from './migrate.ts';

/**
 * Creates the tables of the backup's version, fills them, and migrates them to this version. `leftOut` are unknown tables.
 *
 * @throws StartError on failure, after which the database contains no row
 */
export const restoreBackup = (databaseUrl: string, source: Readable, onBytes?: OnBytes) =>
  readBackup(
    source,
    async (backup) => {
      const { header } = backup;
      await checkVersion(header);
      await checkTarget(databaseUrl, header);
      await migrate(databaseUrl, { only: header.migrations });
      const loaded = await load(databaseUrl, backup);
      return { ...loaded, takenAt: header.takenAt, migrated: await migrate(databaseUrl) };
    },
    onBytes,
  );

async function checkVersion({ migrations }: BackupHeader): Promise<void> {
  const known = await migrationNames();
  const unknown = migrations.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new StartError(
    `The backup was made by a newer version of Terrace (it has the migration ${unknown}): restore it with that version.`,
  );
}
