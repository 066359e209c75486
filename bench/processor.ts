import { readdirSync, readFileSync } from 'node:fs';

const TICK = 10; // ms; Linux counts processor time in hundredths of a second

/** Fields of /proc/PID/stat from the third on; none for an ended process. */
function fieldsOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  } catch {
    return [];
  }
}

const sum = (fields: readonly string[]): number => fields.map(Number).reduce((all, each) => all + each, 0) * TICK;

export const parentOf = (pid: number): number => Number(fieldsOf(pid)[1]);

export const processorMs = (pid: number): number => sum(fieldsOf(pid).slice(11, 13));

/** The same including its children, even ended ones. */
export function familyProcessorMs(pid: number): number {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((each) => each > 0 && parentOf(each) === pid);
  return children.reduce((all, child) => all + processorMs(child), sum(fieldsOf(pid).slice(11, 15)));
}

/** The resident memory of a process in bytes; NaN if it has ended. */
export function residentBytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}
