import type { Logger } from 'pino';
import { afterEach, expect } from 'vitest';
import { createLog } from '../start/log.ts';

export type Faults = {
  /** Logs errors like a server, and collects them. */
  readonly log: Logger;
  /** Errors logged since the last call. A test that causes an error must take it. */
  take(): string[];
};

export function collectFaults(): Faults {
  const lines: string[] = [];
  return {
    log: createLog('error', { write: (line) => void lines.push(line) }),
    take: () => lines.splice(0),
  };
}

export function expectNoFaults(faults: () => Pick<Faults, 'take'> | undefined): void {
  afterEach(() => expect(faults()?.take() ?? [], 'errors that the server logged').toEqual([]));
}

/** Collects the errors of a test file's servers. A test that does not take all of them fails. */
export function useFaults(): Faults {
  const faults = collectFaults();
  expectNoFaults(() => faults);
  return faults;
}
