/** Brings the database up to date before servers start: `node apps/server/src/programs/migrate.ts`. Servers do the same when they start. */

import { printHelpIfAsked } from '../../../../tools/help.ts';
import { readEnv } from '../start/env.ts';
import { print, printStartErrors } from '../start/terminal.ts';
import { withServerDatabase } from '../start/with-database.ts';

printHelpIfAsked('node apps/server/src/programs/migrate.ts: brings the database of the settings up to date.');

await printStartErrors(() =>
  withServerDatabase(readEnv(process.env), async () => print('The database is up to date.')),
);
