/** vitest's set-up of a test file: writes the processor time of the file and of the programs that it started. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { root } from '../run.ts';
import { appendOutcome } from './outcomes.ts';

const TICKS_PER_SECOND = 100;

/** Of this process and its ended children; elsewhere than on Linux, only of this process. In seconds. */
function processorSeconds(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  }
}

const before = processorSeconds();

afterAll(() => {
  const file = relative(root, expect.getState().testPath ?? '');
  appendOutcome({ file, processorSeconds: processorSeconds() - before });
});
