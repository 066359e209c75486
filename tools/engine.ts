/** `npm run engine`: the engine as a line-based program, compiled first if its sources have changed. */
import { HELP } from '../apps/cli/src/engine/session.ts';
import { compileCore } from './core.ts';
import { printHelpIfAsked } from './help.ts';

printHelpIfAsked(`npm run --silent engine: reads a line, answers a line.\n\n${HELP}`);

// Standard output is reserved for answers.
await compileCore((step) => process.stderr.write(`${step}\n`));
await import('../apps/cli/src/engine/main.ts');
