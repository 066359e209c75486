/** `npm run admin -- grant <name>` makes an account a moderator; `revoke` instead of `grant` reverses it. */

import { printHelpIfAsked } from '../../../../tools/help.ts';
import { StartError } from '../runtime/errors.ts';
import { readEnv } from '../start/env.ts';
import { print, printStartErrors } from '../start/terminal.ts';
import { withServerDatabase } from '../start/with-database.ts';
import { openDatabase } from '../store/client.ts';
import { createModerationStore } from '../store/moderation.ts';

printHelpIfAsked('npm run admin -- grant <name> makes an account a moderator; revoke instead of grant reverses it.');

await printStartErrors(async () => {
  const [verb, name, ...rest] = process.argv.slice(2).filter((argument) => argument !== '--');
  if ((verb !== 'grant' && verb !== 'revoke') || name === undefined || rest.length > 0) {
    throw new StartError('Name an account: npm run admin -- grant <name>, or npm run admin -- revoke <name>.');
  }
  await withServerDatabase(readEnv(process.env), async (databaseUrl) => {
    const database = openDatabase(databaseUrl, () => undefined, 'command');
    try {
      const found = await createModerationStore(database).setAdmin(name, verb === 'grant', Date.now());
      if (!found) throw new StartError(`There is no account named ${name}.`);
      print(verb === 'grant' ? `${name} is a moderator now.` : `${name} is no longer a moderator.`);
    } finally {
      await database.close();
    }
  });
});
