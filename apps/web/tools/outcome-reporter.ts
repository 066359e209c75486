/** Playwright reporter that writes the outcome of every test and the duration of every file for tools/test.ts. */
import { relative } from 'node:path';
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { root } from '../../../tools/run.ts';
import { appendOutcome, type Outcome, UNCHANGED } from '../../../tools/testing/outcomes.ts';

export default class OutcomeReporter implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    const [, project = '', , ...titles] = test.titlePath();
    const file = relative(root, test.location.file);
    const output = result.errors.map(textOf).join('\n\n');
    const state = stateOf(test, result);
    appendOutcome({ test: { file, project, titles, state, ...(state === 'failed' && { output }) } });
    appendOutcome({ file, seconds: result.duration / 1000 });
  }

  /** Called for errors outside of tests: a file that does not load ends the run before its first test. */
  onError(error: TestError): void {
    const [title = ''] = textOf(error).split('\n');
    appendOutcome({ test: { file: '', project: '', titles: [title], state: 'failed', output: textOf(error) } });
  }

  printsToStdio(): boolean {
    return false;
  }
}

function stateOf(test: TestCase, result: TestResult): Outcome['state'] {
  if (result.status === 'skipped') return 'skipped';
  if (test.outcome() !== 'expected') return 'failed';
  return result.annotations.some(({ type }) => type === UNCHANGED) ? 'unchanged' : 'passed';
}

const textOf = ({ stack, message, value }: TestError): string => stack ?? message ?? value ?? '';
