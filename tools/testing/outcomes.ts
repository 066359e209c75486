import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** The state, and the annotation, of a test that did not run because what it checks has not changed since it passed. */
export const UNCHANGED = 'unchanged';

export type Outcome = {
  /** Relative to the root of the repository; empty for a failure without a file, which cannot run alone. */
  readonly file: string;
  readonly project: string;
  /** Titles from the outermost group to the test; none for a failure outside of any test. */
  readonly titles: readonly string[];
  readonly state: 'passed' | 'failed' | 'skipped' | typeof UNCHANGED;
  readonly output?: string;
};

export type Outcomes = {
  tests: Outcome[];
  /** In seconds, by file. */
  durations: Record<string, number>;
  /** The processor time of a file and the programs that it started, in seconds; not known of browser tests. */
  processor: Record<string, number>;
  /** Unfinished files; undefined before the first one starts. */
  left: number | undefined;
};

type Line =
  | { test: Outcome }
  | { file: string; seconds: number }
  | { file: string; processorSeconds: number }
  | { left: number };

/** Appends a line to the file that tools/test.ts names; does nothing in other runs. */
export function appendOutcome(line: Line): void {
  const file = process.env.TERRACE_OUTCOMES;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
}

export async function readOutcomes(file: string): Promise<Outcomes> {
  const outcomes: Outcomes = { tests: [], durations: {}, processor: {}, left: undefined };
  const text = await readFile(file, 'utf8').catch(() => '');
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  for (const each of complete.split('\n').filter(Boolean)) {
    const line: Line = JSON.parse(each);
    if ('test' in line) outcomes.tests.push(line.test);
    else if ('left' in line) outcomes.left = line.left;
    else if ('processorSeconds' in line) outcomes.processor[line.file] = line.processorSeconds;
    else outcomes.durations[line.file] = (outcomes.durations[line.file] ?? 0) + line.seconds;
  }
  return outcomes;
}

/** The name of a test in the summary. */
export const nameOf = ({ file, titles }: Outcome): string =>
  [file, ...titles].filter(Boolean).join(' › ') || 'outside of any test';
