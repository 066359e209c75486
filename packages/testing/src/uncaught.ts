import { afterEach, beforeEach, expect } from 'vitest';

/** Fails every test of a file in which an uncaught exception reaches the process; it would end a server. */
export function expectNothingUncaught(): void {
  const uncaught: unknown[] = [];
  const record = (error: unknown) => void uncaught.push(error);
  beforeEach(() => void process.on('uncaughtException', record));
  afterEach(() => {
    process.off('uncaughtException', record);
    expect(uncaught.splice(0)).toEqual([]);
  });
}
