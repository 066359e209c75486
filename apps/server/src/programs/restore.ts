/** `npm run restore -- FILE` fills an empty database with what `npm run backup` saved. */

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
  'npm run restore -- FILE fills an empty database that no server uses with what npm run backup saved; - is standard input.',
);

await printStartErrors(async () => {
  const [file, ...rest] = process.argv.slice(2).filter((argument) => argument !== '--');
  if (file === undefined || rest.length > 0) throw new StartError('Say from where: npm run restore -- FILE.');
  const env = readEnv(process.env);
  if (file !== STANDARD_STREAM) {
    await checkBackup(await openFile(file)); // so that a damaged one changes nothing at all
    print('The file is whole.');
  }
  const progress = createProgress(print);
  await withDatabaseAsItIs(
    env,
    async (databaseUrl) => {
      const { rows, takenAt, migrated, leftOut } = await restoreBackup(databaseUrl, await openFile(file), progress);
      if (leftOut.length > 0) print(`Left out, since Terrace has no such tables: ${leftOut.join(', ')}.`);
      if (migrated.length > 0) print(`Applied ${migrated.length} later migrations.`);
      print(`Restored ${rows.toLocaleString('en')} rows (${progress.total()}) as of ${takenAt}.`);
    },
    print,
  );
});
