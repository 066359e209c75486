/**
 * The rules as a command: `perft`, `moves`, `play`, `show`, `convert`, `help`. Bad input: one sentence and exit code 2.
 */
import { readFileSync } from 'node:fs';
import { run } from './commands.ts';

const answer = run(process.argv.slice(2), () => readFileSync(0, 'utf8'));
if (answer.ok) process.stdout.write(`${answer.value}\n`);
else process.stderr.write(`${answer.error}\n`);
process.exitCode = answer.ok ? 0 : 2;
