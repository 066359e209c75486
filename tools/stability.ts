/** Runs the default suite many times in a row, optionally next to busy processes, and prints the result of each run. */
import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printHelpIfAsked } from './help.ts';
import { root, run } from './run.ts';
import { SLOWEST_FILES } from './testing/summary.ts';

printHelpIfAsked(
  'node tools/stability.ts [--runs 10] [--load 0]: runs the default suite that often, next to that many busy processes, and\n' +
    'prints the duration, the counts and the output of failed and unstable tests of each run.',
);

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10' }, load: { type: 'string', default: '0' } },
});

const busy = Array.from({ length: Number(values.load) }, () =>
  spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
);
process.once('exit', () => {
  for (const each of busy) each.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

for (let i = 1; i <= Number(values.runs); i += 1) {
  const began = performance.now();
  const { ok, output } = await run('node tools/test.ts', { env: { TERRACE_SCENES: 'all' } });
  if (!ok) process.exitCode = 1;
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  const [counts = 'no last line'] = output.trimEnd().split('\n').slice(-1);
  console.log(`run ${i}, ${minutes} min: ${counts}`);
  const lists = output.slice(output.lastIndexOf(SLOWEST_FILES)).split('\n\n').slice(1, -1);
  for (const list of lists) console.log(list);
  const outputs = join(root, 'test-results/outputs');
  for (const name of await readdir(outputs).catch(() => [])) console.log(await readFile(join(outputs, name), 'utf8'));
}
process.exit();
