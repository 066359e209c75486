import { join } from 'node:path';
import { root, run } from '../run.ts';
import { type Outcome, type Outcomes, readOutcomes } from './outcomes.ts';

/** A program that runs all of its tests, or `only` one of them. It writes outcomes to `file` while it runs. */
export type TestProgram = (file: string, only?: Outcome) => Promise<Outcomes>;

/** `changed` limits the tests to those that files which changed since a revision can affect by their imports. */
type Settings = {
  readonly changed?: string | undefined;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly show?: boolean;
};

export const vitest =
  ({ changed, args = [], cwd = root, show = true }: Settings = {}): TestProgram =>
  (file, only) => {
    const all = changed === undefined ? [] : [`--changed=${changed}`, '--passWithNoTests'];
    const which = only && [
      join(root, only.file),
      ...(only.project === '' ? [] : [`--project=${only.project}`]),
      ...(only.titles.length === 0 ? [] : ['-t', `^\\s*${pattern(only.titles)}$`]),
    ];
    const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'vitest-reporter.ts')}`];
    return runAndRead('vitest', ['run', ...reporters, ...args, ...(which ?? all)], file, { cwd, show });
  };

/** Keeps a trace, a screenshot and the server's log of each failure in test-results. */
export const playwright =
  ({ changed, args = [], cwd = join(root, 'apps/web'), show = true }: Settings = {}): TestProgram =>
  (file, only) => {
    const all = changed === undefined ? [] : [`--only-changed=${changed}`, '--pass-with-no-tests'];
    const which = only && [
      escaped(join(root, only.file)),
      ...(only.project === '' ? [] : [`--project=${only.project}`]),
      ...(only.titles.length === 0 ? [] : ['-g', `${pattern(only.titles)}( @\\S+)*$`]),
      '--workers=1',
      '--trace=retain-on-failure', // with snapshots, which take a quarter of the time of all tests
    ];
    const kept = join(root, 'test-results', only ? 'browser-alone' : 'browser');
    const output = `--output=${only ? join(kept, String(Date.now())) : kept}`;
    const reporters = `--reporter=list,${join(root, 'apps/web/tools/outcome-reporter.ts')}`;
    return runAndRead('playwright', ['test', reporters, output, ...args, ...(which ?? all)], file, { cwd, show });
  };

async function runAndRead(
  program: string,
  args: string[],
  file: string,
  { cwd, show }: { cwd: string; show: boolean },
): Promise<Outcomes> {
  const { ok } = await run(program, { cwd, show, args, env: { TERRACE_OUTCOMES: file } });
  const outcomes = await readOutcomes(file);
  // The run itself failed, for example because a global set-up threw.
  if (!ok && !outcomes.tests.some(({ state }) => state === 'failed')) {
    outcomes.tests.push({ file: '', project: '', titles: [program], state: 'failed', output: 'It failed as a whole.' });
  }
  return outcomes;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const pattern = (titles: readonly string[]): string => titles.map(escaped).join('( > | )');
