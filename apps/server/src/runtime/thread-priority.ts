import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

const LOWEST_PRIORITY = 19;

/** Lowers the calling thread's priority on Linux, from 0, no change, to 19, so that searches do not delay moves. */
export function lowerThreadPriority(niceness: number): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (Number.isInteger(thread)) setPriority(thread, Math.min(LOWEST_PRIORITY, getPriority() + niceness));
  } catch {
    // Another operating system, or no permission.
  }
}
