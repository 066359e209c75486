import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode, StartError } from './errors.ts';
import { readIfExists } from './read-if-exists.ts';

const STOP_TIMEOUT_MS = 10_000;

/** Stops a Postgres that a killed server left. The caller holds the folder's lock, so it belongs to no live server. */
export async function stopOrphan(directory: string, onProgress: (step: string) => void): Promise<void> {
  const pidFile = join(directory, 'postmaster.pid');
  const content = await readIfExists(pidFile);
  if (content === undefined) return;
  const pid = Number(content.split('\n', 1)[0]);
  if (await servesDirectory(pid, directory)) {
    onProgress(`Stopping the Postgres that a killed server left running (process ${pid})`);
    await stopProcess(pid);
  }
  const left = await readIfExists(pidFile);
  if (left === undefined) return;
  // The pid may be reused, and Postgres would refuse to start. It ignores the pid of its parent, this process. With the
  // other lines, it checks for backends that still hold the shared memory.
  await writeFile(pidFile, left.replace(/^[^\n]*/, String(process.pid)));
}

async function servesDirectory(pid: number, directory: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1 || pid === process.pid || !isAlive(pid)) return false;
  if (process.platform === 'linux') {
    // Postgres runs in its data folder; another process with a reused pid does not.
    return (await readlink(`/proc/${pid}/cwd`).catch(() => undefined)) === directory;
  }
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.includes('postgres') && stdout.includes(directory);
}

async function stopProcess(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    send(pid, signal);
    const until = Date.now() + STOP_TIMEOUT_MS;
    while (isAlive(pid)) {
      if (Date.now() > until) break;
      await delay(10);
    }
    if (!isAlive(pid)) return;
  }
  throw new StartError(`The Postgres of a killed server does not stop: end process ${pid} and start again.`);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
  return process.platform !== 'linux' || !isZombie(pid);
}

/** Exited but not reaped, which can last forever in a container without an init process. */
function isZombie(pid: number): boolean {
  try {
    // "pid (name) state ..."; the name may contain spaces and parentheses
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ESRCH') return true;
    throw error;
  }
}
