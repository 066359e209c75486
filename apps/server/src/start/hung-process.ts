import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAX_FAILURES = 3;

/** The failures in a row, since the process answered for the first time. */
const file = join(tmpdir(), 'terrace-health');

type Options = {
  readonly answered: boolean;
  /** The id of the process that started the program. */
  readonly parent: string;
  /** The file of the program. */
  readonly program: string;
};

/**
 * Counts a health check, and kills the process after three failures in a row. A process that has not answered yet is
 * left alone: it may wait for another service.
 */
export function countHealthCheck({ answered, parent, program }: Options): void {
  if (answered) {
    writeFileSync(file, '0');
    return;
  }
  const failures = readFailures();
  if (failures === undefined) return;
  writeFileSync(file, String(failures + 1));
  if (failures + 1 !== MAX_FAILURES) return;
  for (const id of childrenOf(parent, program)) process.kill(id, 'SIGKILL');
}

function readFailures(): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The children of a process that run a program. */
function childrenOf(parent: string, program: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        const [, , ppid] = readFileSync(`/proc/${id}/stat`, 'utf8')
          .replace(/^.*\) /s, '0 ')
          .split(' ');
        return ppid === parent && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(program);
      } catch {
        return false; // it has ended
      }
    })
    .map(Number);
}
