import type { Logger } from 'pino';
import { afterEach, expect } from 'vitest';
import { createLog } from '../start/log.ts';

export type Faults = {
  /** Logs errors as a server does, and keeps them. */
  readonly log: Logger;
  /** The errors logged since they were last taken. A test that causes an error takes it. */
  take(): string[];
};

export function collectFaults(): Faults {
  const lines: string[] = [];
  return {
    log: createLog('error', { write: (line) => void lines.push(line) }),
    take: () => lines.splice(0),
  };
}

/** Fails each test of a file during which a server logged an error. */
export function expectNoFaults(faults: () => Pick<Faults, 'take'> | undefined): void {
  afterEach(() => expect(faults()?.take() ?? [], 'errors that the server logged').toEqual([]));
}

/** The errors of the servers of a test file. A test that does not take all of them fails. */
export function useFaults(): Faults {
  const faults = collectFaults();
  expectNoFaults(() => faults);
  return faults;
}
