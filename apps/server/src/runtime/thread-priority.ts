import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

const LOWEST_PRIORITY = 19;

/**
 * Lowers the priority of the thread that calls. Linux has one for each thread, and names the thread that asks in /proc: what
 * would hold up the moves of people waits for them. Where there is no such thing, the number of threads alone has to do.
 *
 * @param niceness how far: 0 not at all, 19 for everything
 */
export function lowerThreadPriority(niceness: number): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (Number.isInteger(thread)) setPriority(thread, Math.min(LOWEST_PRIORITY, getPriority() + niceness));
  } catch {
    // Another system, or one that does not allow it.
  }
}
