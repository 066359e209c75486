/** `npm start`: builds what is missing or out of date, then runs the server, in a child process of the launcher. */
import { readEnv } from '../apps/server/src/start/env.ts';
import { checkPort } from '../apps/server/src/start/port.ts';
import { MUST_BE_CORRECTED, print, printStartErrors } from '../apps/server/src/start/terminal.ts';
import { generate } from './gen.ts';
import { printHelpIfAsked } from './help.ts';
import { buildPages } from './pages.ts';

printHelpIfAsked(
  'npm start: builds what has changed, then runs the server. Settings are environment variables; see README.md.',
);

// The launcher was killed and could not forward a signal.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

await printStartErrors(async () => {
  const env = readEnv(process.env);
  await checkPort({ host: env.HOST, port: env.PORT, prefix: '' }); // checked again on listening; this check comes before the build
  await generate(print);
  if (env.PARTS.has('pages')) await buildPages(print);
  await import('../apps/server/src/main.ts');
}, MUST_BE_CORRECTED);
