/**
 * Prints the problems with the help of several programs, by file, as JSON. The programs share one process, because
 * most of them load hundreds of modules before they read their arguments.
 */

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

class Exit extends Error {}

let printed = '';
const write = process.stdout.write.bind(process.stdout);
const { exit } = process;
process.stdout.write = (text) => {
  printed += text;
  return true;
};
process.exit = (code) => {
  throw new Exit(String(code ?? 0));
};

/** Runs a program that should print its help and end. */
async function problemOf(file: string): Promise<string | undefined> {
  printed = '';
  process.argv = [process.execPath, resolve(file), '--help'];
  try {
    await import(`${pathToFileURL(file).href}?help`); // runs it also if another program has imported it
  } catch (error) {
    if (!(error instanceof Exit)) return inspect(error);
    if (error.message !== '0') return `it exits with ${error.message}`;
  }
  return printed === '' ? 'it prints nothing' : undefined;
}

const problems: Record<string, string | undefined> = {};
for (const file of process.argv.slice(2)) problems[file] = await problemOf(file);
write(JSON.stringify(problems));
exit(0);
