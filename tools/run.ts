import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** With `args`, the command is a program instead of a shell line. */
export type RunOptions = { cwd?: string; env?: NodeJS.ProcessEnv; show?: boolean; args?: string[] };

/** Runs a shell command with the project's programs first in the path. @returns the output, unless it was shown */
export async function run(
  command: string,
  { cwd = root, env = {}, show = false, args }: RunOptions = {},
): Promise<{ ok: boolean; output: string }> {
  const path = [join(cwd, 'node_modules/.bin'), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const child = spawn(command, args ?? [], {
    cwd,
    shell: args === undefined,
    env: { ...process.env, ...env, PATH: path },
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { ok: code === 0, output };
}
