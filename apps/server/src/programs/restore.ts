/** `npm run restore -- FILE` fills an empty database from a backup. */

import { printHelpIfAsked } from '../../../../tools/help.ts';
import { openFile, STANDARD_STREAM } from '../backup/file.ts';
import { createProgress } from '../backup/progress.ts';
import { checkBackup } from '../backup/read.ts';
import { StartError } from '../runtime/errors.ts';
import { readEnv } from '../start/env.ts';
import { print, printStartErrors } from '../start/terminal.ts';
import { withDatabaseAsItIs } from '../start/with-database.ts';
import { restoreBackup } from '../store/restore.ts';

printHelpIfAsked(
  'npm run restore -- FILE fills an empty, unused database from a file of npm run backup; - is standard input.',
);

await printStartErrors(async () => {
  const [file, ...rest] = process.argv.slice(2).filter((argument) => argument !== '--');
  if (file === undefined || rest.length > 0) throw new StartError('Name the backup file: npm run restore -- FILE.');
  const env = readEnv(process.env);
  if (file !== STANDARD_STREAM) {
    await checkBackup(await openFile(file)); // so that a damaged file changes nothing
    print('The file is complete.');
  }
  const progress = createProgress(print);
  await withDatabaseAsItIs(
    env,
    async (databaseUrl) => {
      const { rows, takenAt, migrated, leftOut } = await restoreBackup(databaseUrl, await openFile(file), progress);
      if (leftOut.length > 0) print(`Skipped tables that Terrace does not have: ${leftOut.join(', ')}.`);
      if (migrated.length > 0) print(`Applied ${migrated.length} later migrations.`);
      print(`Restored ${rows.toLocaleString('en')} rows (${progress.total()}) as of ${takenAt}.`);
    },
    print,
  );
});
