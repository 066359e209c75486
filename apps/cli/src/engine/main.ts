/** The engine as a line-based program: reads commands from standard input and prints one line for each. */
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { createEngine } from '@terrace/engine';
import { createSession } from './session.ts';

const core = new URL(import.meta.resolve('@terrace/engine/core.wasm'));
const answer = createSession(createEngine(await WebAssembly.compile(await readFile(core))));
for await (const line of createInterface({ input: process.stdin })) {
  const said = await answer(line);
  if (said === undefined) break;
  process.stdout.write(`${said}\n`);
}
process.stdin.destroy();
