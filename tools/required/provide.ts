import { StartError } from '../../apps/server/src/runtime/errors.ts';
import { run } from '../run.ts';
import { find, howToGet, type RequiredProgram } from './programs.ts';

type Run = (command: string) => Promise<{ readonly ok: boolean; readonly output: string }>;

type Options = {
  readonly print: (line: string) => void;
  readonly env?: NodeJS.ProcessEnv;
  readonly isRoot?: boolean;
  readonly runCommand?: Run;
};

/**
 * Installs the missing ones of these programs with the package manager of Debian and Ubuntu, as root or through `sudo`
 * without a password.
 *
 * @throws StartError with a sentence and a command for each program that is still missing
 */
export async function provide(
  programs: readonly RequiredProgram[],
  { print, env = process.env, isRoot = process.getuid?.() === 0, runCommand = (line) => run(line) }: Options,
): Promise<void> {
  const missing = () => programs.filter((program) => find(program, env) === undefined);
  if (missing().length === 0) return;
  const prefix = await installer(env, isRoot, runCommand);
  if (prefix !== undefined) {
    print(
      `Installing ${missing()
        .map(({ what }) => what)
        .join(', ')} with apt-get`,
    );
    await runCommand(`${prefix} update -q`);
    for (const { packages } of missing()) await installFirst(packages, prefix, print, runCommand);
  }
  const left = missing();
  if (left.length > 0) throw new StartError(left.map(howToGet).join('\n'));
}

/** How long to wait for another installation to end. */
const WAIT = '-o DPkg::Lock::Timeout=120';

/** The command that may install packages; undefined without apt-get, or without the right to use it. */
async function installer(env: NodeJS.ProcessEnv, isRoot: boolean, runCommand: Run): Promise<string | undefined> {
  const apt = { what: 'apt-get', commands: ['apt-get'], packages: [] };
  const path = find(apt, env);
  if (path === undefined) return undefined;
  if (isRoot) return `DEBIAN_FRONTEND=noninteractive ${path} ${WAIT}`;
  return (await runCommand('sudo -n true')).ok
    ? `sudo -n env DEBIAN_FRONTEND=noninteractive ${path} ${WAIT}`
    : undefined;
}

async function installFirst(
  packages: readonly string[],
  prefix: string,
  print: (line: string) => void,
  runCommand: Run,
): Promise<void> {
  for (const name of packages) {
    const { ok, output } = await runCommand(`${prefix} install -qy --no-install-recommends ${name}`);
    if (ok) return print(`Installed the package ${name}`);
    print(`The package ${name} cannot be installed:\n${output.trimEnd().split('\n').slice(-3).join('\n')}`);
  }
}
