/** `npm test` and `npm run test:thorough`: every check and every test. The last line says `N passed, N failed`. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checksFor, lintChecks, typeChecks } from './checks.ts';
import { generate } from './gen.ts';
import { printHelpIfAsked } from './help.ts';
import { buildPages } from './pages.ts';
import { neededByTests } from './required/programs.ts';
import { provide } from './required/provide.ts';
import { root, run } from './run.ts';
import {
  type Change,
  changeSince,
  changesBrowserTests,
  changesPages,
  readersOf,
  thoroughOnly,
} from './testing/changed.ts';
import { temporaryFolder } from './testing/folder.ts';
import { type Outcome, type Outcomes, readOutcomes } from './testing/outcomes.ts';
import { playwright, type TestProgram, vitest } from './testing/programs.ts';
import { MAX_UNSTABLE, retryFailed } from './testing/retry.ts';
import { keepDurations, keepOutputs, summaryOf } from './testing/summary.ts';
import { thoroughSteps } from './testing/thorough.ts';

const stepNames = thoroughSteps.map(({ name }) => name);
const parts = ['checks', 'vitest', 'browser', ...stepNames];
printHelpIfAsked(
  'npm test: format, lint, import borders, types, and every test.\n' +
    'npm test -- --changed [--since REV]: only what the changes since a revision can affect, by default since the last commit.\n' +
    'npm run test:thorough [-- --only PART]: the same with long versions, chaos and fuzzing.\n' +
    `Parts, several of them with --only repeated: ${parts.join(', ')}`,
);

const { values } = parseArgs({
  options: {
    thorough: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    changed: { type: 'boolean', default: false },
    since: { type: 'string' },
  },
});
const { only = parts, thorough } = values;
if (values.changed && thorough) throw new Error('--changed belongs to the default suite: npm test -- --changed');
if (values.since !== undefined && !values.changed) throw new Error('--since needs --changed');
const change = values.changed ? await changeSince(values.since ?? 'HEAD') : undefined;
const unknown = only.filter((part) => !parts.includes(part));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}, only ${parts.join(', ')}`);
const ofThorough = stepNames.filter((name) => values.only?.includes(name));
if (!thorough && ofThorough.length > 0)
  throw new Error(`Only the thorough suite has this part: npm run test:thorough -- --only ${ofThorough[0]}`);
if (thorough) process.env.TERRACE_SUITE = 'thorough'; // child processes inherit it
process.env.TERRACE_SEED ??= String(Date.now() % 100_000); // a failed test runs again with the same one
const needsBrowser = change === undefined || changesBrowserTests(change);
const includes = (part: string): boolean => only.includes(part) && (part !== 'browser' || needsBrowser);

/** Browser tests start when vitest has fewer files left than this. */
const FEW_FILES = 3;
const POLL_MS = 500;

/** Ends the run before it has begun. The last line counts it as a failure. */
function stop(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  console.log('0 passed, 1 failed');
  process.exit(1);
}

type Ran = { readonly program: TestProgram; readonly outcomes: Outcomes };

const checks: Outcome[] = [];

async function check(name: string, work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const outcome = { file: '', project: '', titles: [name] };
  try {
    await work();
    checks.push({ ...outcome, state: 'passed' });
    console.log(`ok      ${name} (${seconds()})`);
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    checks.push({ ...outcome, state: 'failed', output });
    console.log(`FAILED  ${name} (${seconds()})\n${output}`);
  }
}

const command = (name: string, line: string, options: { cwd?: string; show?: boolean } = {}) =>
  check(name, async () => {
    const { ok, output } = await run(line, options);
    if (!ok) throw new Error(output);
  });

async function runChecks(): Promise<void> {
  if (!includes('checks')) return;
  const all = change === undefined ? [...lintChecks, ...typeChecks] : checksFor(change.files);
  for (const { name, command: line, cwd = root } of all) await command(name, line, { cwd });
}

/** Runs browser tests once the other tests are down to their last files, so that both cores stay busy to the end. */
async function runTests(folder: string): Promise<Ran[]> {
  const unit = vitest({ changed: change?.since });
  const page = playwright({ changed: change?.since });
  const file = join(folder, 'vitest.jsonl');
  const units = includes('vitest') ? unit(file) : undefined;
  let ended = units === undefined;
  void units?.finally(() => {
    ended = true;
  });
  while (!ended && ((await readOutcomes(file)).left ?? Infinity) >= FEW_FILES) await setTimeout(POLL_MS);
  const pages = includes('browser') ? page(join(folder, 'playwright.jsonl')) : undefined;
  return [
    ...(units !== undefined ? [{ program: unit, outcomes: await units }] : []),
    ...(pages !== undefined ? [{ program: page, outcomes: await pages }] : []),
    ...(change === undefined ? [] : await runWithoutImports(change, folder)),
  ];
}

/** Runs the tests that a change can affect although they import none of its files. */
async function runWithoutImports(since: Change, folder: string): Promise<Ran[]> {
  const readers = readersOf(since);
  const unit = vitest({ args: readers });
  const scenes = playwright({ args: ['--project=scenes'] });
  const ran: Ran[] = [];
  if (includes('vitest') && readers.length > 0)
    ran.push({ program: unit, outcomes: await unit(join(folder, 'readers.jsonl')) });
  if (includes('browser') && changesPages(since))
    ran.push({ program: scenes, outcomes: await scenes(join(folder, 'scenes.jsonl')) });
  for (const file of thoroughOnly(since)) console.log(`Only npm run test:thorough runs ${file}`);
  return ran;
}

const running = parts.filter((part) => includes(part) && (thorough || !stepNames.includes(part)));
await provide(neededByTests(running, thorough), { print: console.log }).catch(stop);
const folder = await temporaryFolder();
await rm(join(root, 'test-results'), { recursive: true, force: true });
await check('database client', () => generate(() => undefined));
// The pages are built next to the checks, and the tests start as soon as both cores have room for them.
const checking = runChecks();
if (includes('browser') || includes('vitest')) {
  await check('pages', async () => {
    await Promise.all([
      buildPages(() => undefined),
      ...(includes('browser') ? [buildPages(() => undefined, 'longest')] : []),
    ]);
  });
}
const ran = await runTests(folder.path);
await checking;
if (thorough) {
  for (const { name, command: line } of thoroughSteps.filter((step) => includes(step.name))) {
    await command(name, line, { show: true });
  }
}
const fixed: TestProgram = () => Promise.resolve({ tests: [], durations: {}, processor: {}, left: 0 });
const result = await retryFailed([
  ...ran,
  { program: fixed, outcomes: { tests: checks, durations: {}, processor: {}, left: 0 } },
]);
await keepDurations(result.durations);
const failures = [...result.failed, ...result.unstable];
if (failures.length > 0) console.log(`\nThe output of failed tests is in ${await keepOutputs(failures)}`);
for (const name of await readdir(join(root, 'test-results/browser')).catch(() => [])) {
  if (!name.startsWith('.')) console.log(`Trace, picture and log: test-results/browser/${name}`);
}
await folder.remove();
console.log(summaryOf(result));
process.exitCode = result.failed.length > 0 || result.unstable.length > MAX_UNSTABLE ? 1 : 0;
