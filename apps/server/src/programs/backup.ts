/** `npm run backup -- FILE` saves the database to a file. Servers may be running. */

import { printHelpIfAsked } from '../../../../tools/help.ts';
import { writeNewFile } from '../backup/file.ts';
import { createProgress } from '../backup/progress.ts';
import { writeBackup } from '../backup/write.ts';
import { StartError } from '../runtime/errors.ts';
import { readEnv } from '../start/env.ts';
import { printStartErrors, printToStderr } from '../start/terminal.ts';
import { withDatabaseAsItIs } from '../start/with-database.ts';
import { withSnapshot } from '../store/snapshot.ts';

printHelpIfAsked(
  'npm run backup -- FILE saves the database to a new file for npm run restore; servers may be running; - is standard output.',
);

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => stop.abort(new StartError('The backup was stopped and no file was saved.')));
}

await printStartErrors(async () => {
  const [file, ...rest] = process.argv.slice(2).filter((argument) => argument !== '--');
  if (file === undefined || rest.length > 0) throw new StartError('Name the new file: npm run backup -- FILE.');
  const env = readEnv(process.env);
  const progress = createProgress(printToStderr);
  const summary = await writeNewFile(file, (sink) =>
    withDatabaseAsItIs(
      env,
      (databaseUrl) =>
        withSnapshot(databaseUrl, async (snapshot) => {
          const rows = await writeBackup(snapshot, sink, progress, stop.signal);
          return `Saved ${rows.toLocaleString('en')} rows (${progress.total()}) as of ${snapshot.takenAt}.`;
        }),
      printToStderr,
    ),
  );
  printToStderr(summary);
});
