import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../run.ts';
import { nameOf, type Outcome } from './outcomes.ts';
import { MAX_UNSTABLE, type Result } from './retry.ts';

const SLOWEST = 20;

/** Begins the list of durations and, next to them, processor time. */
export const SLOWEST_FILES = 'The slowest files, with their duration and processor time:';

const durationsFile = join(root, 'node_modules/.cache/terrace/test-durations.json');

/** Saves the seconds of each file; files that did not run keep their last value. */
export async function keepDurations(durations: Result['durations']): Promise<void> {
  const earlier: unknown = JSON.parse(await readFile(durationsFile, 'utf8').catch(() => '{}'));
  await mkdir(join(durationsFile, '..'), { recursive: true });
  await writeFile(durationsFile, JSON.stringify({ ...Object(earlier), ...durations }, undefined, 2));
}

/** Saves the output of each failed test. @returns the folder */
export async function keepOutputs(tests: readonly Outcome[]): Promise<string> {
  const folder = join(root, 'test-results/outputs');
  await mkdir(folder, { recursive: true });
  for (const test of tests) {
    const name = nameOf(test)
      .replace(/[^\w.]+/g, '-')
      .slice(0, 150);
    await writeFile(join(folder, `${name}.txt`), `${nameOf(test)}\n\n${test.output ?? ''}\n`);
  }
  return folder;
}

const inSeconds = (seconds: number | undefined): string =>
  seconds === undefined ? ' '.repeat(10) : `${seconds.toFixed(1).padStart(8)} s`;

/** The last lines of a run. The final line is `N passed, N failed`. */
export function summaryOf({ passed, skipped, unchanged, failed, unstable, durations, processor }: Result): string {
  const slowest = Object.entries(durations)
    .sort(([, a], [, b]) => b - a)
    .slice(0, SLOWEST)
    .map(([file, seconds]) => `${inSeconds(seconds)}  ${inSeconds(processor[file])}  ${file}`);
  const part = (name: string, files: Readonly<Record<string, number>>) =>
    `${name}: ${Object.values(files)
      .reduce((sum, seconds) => sum + seconds, 0)
      .toFixed(0)} s`;
  const list = (title: string, tests: readonly Outcome[]) =>
    tests.length === 0 ? [] : ['', title, ...tests.map((test) => `  ${nameOf(test)}`)];
  const tooMany = unstable.length > MAX_UNSTABLE;
  const counts = [
    `${passed} passed`,
    `${failed.length + (tooMany ? 1 : 0)} failed`,
    ...(unchanged > 0 ? [`${unchanged} unchanged since they passed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(unstable.length > 0 ? [`${unstable.length} unstable`] : []),
  ];
  return [
    ...(slowest.length === 0
      ? []
      : [
          '',
          SLOWEST_FILES,
          ...slowest,
          `${part('All files', durations)}, ${part('processor time of server, tools, chaos and fuzz tests', processor)}`,
        ]),
    ...list('Unstable, which failed and then passed alone:', unstable),
    ...list('Failed:', failed),
    ...(tooMany ? ['', `More than ${MAX_UNSTABLE} unstable tests fail the run.`] : []),
    '',
    counts.join(', '),
  ].join('\n');
}
