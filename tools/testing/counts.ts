/** vitest reporter that leaves the outcome of the run in the file named by TERRACE_COUNTS, for tools/test.ts. */
import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

export type Counts = { passed: number; failed: number; skipped: number };

export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env.TERRACE_COUNTS;
    if (file) writeFileSync(file, JSON.stringify(count(modules, errors)));
  }
}

function count(modules: readonly TestModule[], errors: readonly SerializedError[]): Counts {
  const counts: Counts = { passed: 0, failed: errors.length, skipped: 0 };
  for (const module of modules) {
    const before = counts.failed;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      counts[state === 'pending' ? 'failed' : state] += 1;
    }
    // A file that does not load, or whose hooks fail, has no failed test to show for it.
    if (module.state() === 'failed' && counts.failed === before) counts.failed += 1;
  }
  return counts;
}
