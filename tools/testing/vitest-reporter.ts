/** vitest reporter that writes the outcome of every test and the duration of every file for tools/test.ts. */
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { root } from '../run.ts';
import { appendOutcome } from './outcomes.ts';

type PrintedText = Parameters<NonNullable<Reporter['onUserConsoleLog']>>[0];

export default class OutcomeReporter implements Reporter {
  #left = 0;
  readonly #printed = new Map<string, string>();

  onTestRunStart(files: readonly unknown[]): void {
    this.#left = files.length;
    appendOutcome({ left: this.#left });
  }

  onUserConsoleLog({ taskId, content }: PrintedText): void {
    if (taskId !== undefined) this.#printed.set(taskId, (this.#printed.get(taskId) ?? '') + content);
  }

  onTestModuleEnd(module: TestModule): void {
    const file = relative(root, module.moduleId);
    const project = module.project.name;
    let failed = false;
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result();
      if (state === 'passed' || state === 'skipped') {
        appendOutcome({ test: { file, project, titles: titlesOf(test), state } });
        continue;
      }
      failed = true;
      const output = `${errors.map(textOf).join('\n\n')}\n\n${this.#printed.get(test.id) ?? ''}`;
      appendOutcome({ test: { file, project, titles: titlesOf(test), state: 'failed', output } });
    }
    // A file that does not load, or whose hooks fail, may have no failed test.
    if (module.state() === 'failed' && !failed) {
      const output = `${module.errors().map(textOf).join('\n\n')}\n\n${this.#printed.get(module.id) ?? ''}`;
      appendOutcome({ test: { file, project, titles: [], state: 'failed', output } });
    }
    const { collectDuration, duration, setupDuration } = module.diagnostic();
    appendOutcome({ file, seconds: (collectDuration + duration + setupDuration) / 1000 });
    this.#left -= 1;
    appendOutcome({ left: this.#left });
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) {
      const module = modules.find((each) => each.moduleId === error.VITEST_TEST_PATH);
      const file = module ? relative(root, module.moduleId) : '';
      const output = textOf(error);
      appendOutcome({ test: { file, project: module?.project.name ?? '', titles: [], state: 'failed', output } });
    }
  }
}

function titlesOf(test: TestCase): string[] {
  const titles = [test.name];
  for (let at = test.parent; at.type === 'suite'; at = at.parent) titles.unshift(at.name);
  return titles;
}

const textOf = ({ stack, message, diff }: Pick<SerializedError, 'stack' | 'message'> & { diff?: string }): string =>
  [stack ?? message, diff].filter((part) => part !== undefined).join('\n');
