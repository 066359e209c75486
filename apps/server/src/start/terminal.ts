import { isStartError, ServiceUnreachable } from '../runtime/errors.ts';

/** The exit code after an error that a restart cannot mend. Supervisors should not restart. */
export const MUST_BE_CORRECTED = 78;

/**
 * Runs a start. An error that the operator can correct is printed as one sentence, without a stack trace.
 *
 * @param exitCode after such an error
 */
export async function printStartErrors(start: () => Promise<void>, exitCode = 1): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!isStartError(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error instanceof ServiceUnreachable ? 1 : exitCode;
  }
}

export const print = (step: string): void => void process.stdout.write(`${step}\n`);

/** For commands whose standard output may be data. */
export const printToStderr = (step: string): void => void process.stderr.write(`${step}\n`);
