/** `npm run migrate` applies the database migrations, as servers do when they start. */

import { printHelpIfAsked } from '../../../../tools/help.ts';
import { readEnv } from '../start/env.ts';
import { print, printStartErrors } from '../start/terminal.ts';
import { withServerDatabase } from '../start/with-database.ts';

printHelpIfAsked('npm run migrate: applies the migrations to the configured database.');

await printStartErrors(() =>
  withServerDatabase(readEnv(process.env), async () => print('The database is up to date.')),
);
