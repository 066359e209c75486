import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';

/** Whether a process runs and is not a zombie. */
export const isRunning = (pid: number): boolean =>
  list().some((each) => each.pid === pid && !each.state.startsWith('Z'));

/** The child processes of a process, of one program or of any. */
export const childrenOf = (parent: number, program?: string): number[] =>
  list()
    .filter((each) => each.ppid === parent && (program === undefined || basename(each.command) === program))
    .map(({ pid }) => pid);

function list() {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,state=,comm='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [pid, ppid, state = '', ...command] = line.trim().split(/\s+/);
    return ppid === undefined ? [] : [{ pid: Number(pid), ppid: Number(ppid), state, command: command.join(' ') }];
  });
}
