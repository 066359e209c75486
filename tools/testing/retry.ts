import { join } from 'node:path';
import { temporaryFolder } from './folder.ts';
import { nameOf, type Outcome, type Outcomes } from './outcomes.ts';
import type { TestProgram } from './programs.ts';

/** More failures than this have a common cause and are not repeated. */
const MAX_RETRIES = 10;

export const MAX_UNSTABLE = 2;

export type Result = {
  readonly passed: number;
  readonly skipped: number;
  readonly unchanged: number;
  readonly failed: readonly Outcome[];
  /** Failed once and passed when run alone. */
  readonly unstable: readonly Outcome[];
  readonly durations: Readonly<Record<string, number>>;
  readonly processor: Readonly<Record<string, number>>;
};

/** Repeats the failed tests once, each alone, one after the other. */
export async function retryFailed(ran: readonly { program: TestProgram; outcomes: Outcomes }[]): Promise<Result> {
  const folder = await temporaryFolder();
  const failures = ran.flatMap(({ program, outcomes }) =>
    outcomes.tests.filter(({ state }) => state === 'failed').map((test) => ({ program, test })),
  );
  const failed: Outcome[] = [];
  const unstable: Outcome[] = [];
  for (const [i, { program, test }] of failures.entries()) {
    const isRepeatable = test.file !== '' && failures.length <= MAX_RETRIES;
    if (isRepeatable) console.log(`\nOnce more, alone: ${nameOf(test)}`);
    const passes = isRepeatable && (await passesAlone(program, test, join(folder.path, String(i))));
    (passes ? unstable : failed).push(test);
  }
  await folder.remove();
  const count = (state: Outcome['state']) =>
    ran.flatMap(({ outcomes }) => outcomes.tests).filter((test) => test.state === state).length;
  return {
    passed: count('passed') + unstable.length,
    skipped: count('skipped'),
    unchanged: count('unchanged'),
    failed,
    unstable,
    durations: Object.assign({}, ...ran.map(({ outcomes }) => outcomes.durations)),
    processor: Object.assign({}, ...ran.map(({ outcomes }) => outcomes.processor)),
  };
}

async function passesAlone(program: TestProgram, test: Outcome, file: string): Promise<boolean> {
  const { tests } = await program(file, test);
  return tests.some(({ state }) => state === 'passed') && tests.every(({ state }) => state !== 'failed');
}
