import { isStartError } from '../runtime/errors.ts';

/** Runs a start. An error that the operator can correct is printed as one sentence, without a stack trace. */
export async function printStartErrors(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!isStartError(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

export const print = (step: string): void => void process.stdout.write(`${step}\n`);

/** For commands whose standard output may be data. */
export const printToStderr = (step: string): void => void process.stderr.write(`${step}\n`);
