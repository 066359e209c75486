/**
 * The health check of a container. Docker only marks a container as unhealthy, so after three failures in a row this
 * kills the server, whose container then restarts. A server that has not answered yet is left alone: it may wait for a
 * migration. The server is a child of the container's first process, which Docker provides with `init: true`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAX_FAILURES = 3;

/** The failures in a row, since the server answered for the first time. */
const file = join(tmpdir(), 'terrace-health');
const [port = process.env.PORT ?? '3000', parent = '1', timeoutMs = '3000'] = process.argv.slice(2);

const answered = await fetch(`http://127.0.0.1:${port}/health`, {
  signal: AbortSignal.timeout(Number(timeoutMs)),
}).then(
  ({ ok }) => ok,
  () => false,
);
if (answered) {
  writeFileSync(file, '0');
} else {
  const failures = readFailures();
  if (failures !== undefined) {
    writeFileSync(file, String(failures + 1));
    if (failures + 1 === MAX_FAILURES) {
      for (const server of serversOf(parent)) process.kill(server, 'SIGKILL');
    }
  }
}
process.exit(answered ? 0 : 1);

function readFailures(): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The servers among the children of a process. */
function serversOf(parentId: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        const [, , ppid] = readFileSync(`/proc/${id}/stat`, 'utf8')
          .replace(/^.*\) /s, '0 ')
          .split(' ');
        return ppid === parentId && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('apps/server/src/main.ts');
      } catch {
        return false; // it has ended
      }
    })
    .map(Number);
}
