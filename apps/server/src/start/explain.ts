import { StartError } from '../errors.ts';

/** Runs a start and, when it fails for a reason the operator can mend, says that one sentence and nothing else. */
export async function explainFaults(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** One line of what is going on, for whoever waits in front of the terminal. */
export const say = (step: string): void => void process.stdout.write(`${step}\n`);
