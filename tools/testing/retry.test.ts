import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from './folder.ts';
import type { Outcome, Outcomes } from './outcomes.ts';
import { vitest } from './programs.ts';
import { retryFailed } from './retry.ts';
import { summaryOf } from './summary.ts';

const files = {
  'fine.test.mjs': `test('passes', () => {}); test.skip('rests', () => {}); test.todo('waits');`,
  'wrong.test.mjs': `test('passes', () => {}); describe('a group', () => { test('fails (always)', () => { console.log('seen'); throw new Error('wrong'); }); });`,
  // Its second test passes only when it runs alone.
  'unstable.test.mjs': `let others = 0; test('comes first', () => { others += 1; }); test('fails after another', () => { if (others > 0) throw new Error('late'); });`,
  'unloadable.test.mjs': `import './nowhere.mjs';`,
  'hook.test.mjs': `beforeAll(() => { throw new Error('hook'); }); test('never runs', () => {});`,
  'unheard.test.mjs': `test('passes', () => { setTimeout(() => { throw new Error('unheard'); }); return new Promise((r) => setTimeout(r, 50)); });`,
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let outcomes: Outcomes;
let result: Awaited<ReturnType<typeof retryFailed>>;
const summarized = (tests: readonly Outcome[]) =>
  tests.map(({ file, titles }) => [file.split('/').at(-1), ...titles].join(' › ')).sort();

beforeAll(async () => {
  folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder.path, name), content);
  const program = vitest({ args: ['--globals', `--root=${folder.path}`], show: false });
  outcomes = await program(join(folder.path, 'outcomes.jsonl'));
  result = await retryFailed([{ program, outcomes }]);
});
afterAll(() => folder.remove());

test('a failed test, an unloadable file, a failing hook and an unhandled error fail again when they run alone', () => {
  expect(summarized(result.failed)).toEqual([
    'hook.test.mjs',
    'unheard.test.mjs',
    'unloadable.test.mjs',
    'wrong.test.mjs › a group › fails (always)',
  ]);
});

test('a test that passes when it runs alone is unstable and counts as passed', () => {
  expect(summarized(result.unstable)).toEqual(['unstable.test.mjs › fails after another']);
  expect(result.passed).toBe(5);
  expect(result.skipped).toBe(3);
});

test('the output of a failed test contains its error and its printed text', () => {
  const wrong = result.failed.find(({ titles }) => titles.includes('fails (always)'));
  expect(wrong?.output).toContain('Error: wrong');
  expect(wrong?.output).toContain('seen');
});

test('the durations contain every file, and no file is left at the end', () => {
  expect(Object.keys(result.durations)).toHaveLength(Object.keys(files).length);
  expect(outcomes.left).toBe(0);
});

test('the last line counts, after the names of failed and unstable tests', () => {
  const lines = summaryOf(result).split('\n');
  expect(lines.at(-1)).toBe('5 passed, 4 failed, 3 skipped, 1 unstable');
  expect(lines.filter((line) => line.endsWith('fails after another'))).toHaveLength(1);
});

test('more than two unstable tests count as a failure', () => {
  const [unstable] = result.unstable;
  const three = unstable ? [unstable, unstable, unstable] : [];
  expect(summaryOf({ ...result, failed: [], unstable: three.slice(1) })).toContain('5 passed, 0 failed');
  expect(summaryOf({ ...result, failed: [], unstable: three })).toContain('5 passed, 1 failed');
});

test('tests of unchanged scenes are counted apart', () => {
  expect(
    summaryOf({ ...result, failed: [], unstable: [], unchanged: 2 })
      .split('\n')
      .at(-1),
  ).toBe('5 passed, 0 failed, 2 unchanged since they passed, 3 skipped');
});

test('more than ten failures are not retried', async () => {
  const test: Outcome = { file: 'a.test.ts', project: '', titles: ['fails'], state: 'failed' };
  const many = Array.from({ length: 11 }, () => test);
  const passing = () =>
    Promise.resolve({ tests: [{ ...test, state: 'passed' as const }], durations: {}, processor: {}, left: 0 });
  const ran = (tests: Outcome[]) => [{ program: passing, outcomes: { tests, durations: {}, processor: {}, left: 0 } }];
  expect(await retryFailed(ran(many))).toMatchObject({ failed: many, unstable: [] });
  expect(await retryFailed(ran([test]))).toMatchObject({ failed: [], unstable: [test] });
});
