import { afterEach, beforeEach, expect } from 'vitest';

/** Fails each test of a file during which an exception reached the process, where it would have ended a server. */
export function expectNothingUncaught(): void {
  const uncaught: unknown[] = [];
  const record = (error: unknown) => void uncaught.push(error);
  beforeEach(() => void process.on('uncaughtException', record));
  afterEach(() => {
    process.off('uncaughtException', record);
    expect(uncaught.splice(0)).toEqual([]);
  });
}
