import { StartError } from '../../apps/server/src/runtime/errors.ts';
import { run } from '../run.ts';
import { find, howToGet, type RequiredProgram, wrongVariable } from './programs.ts';

type Run = (command: string) => Promise<{ readonly ok: boolean; readonly output: string }>;

type Options = {
  readonly print: (line: string) => void;
  readonly env?: NodeJS.ProcessEnv;
  readonly isRoot?: boolean;
  readonly runCommand?: Run;
};

/**
 * Installs the missing ones of these programs with the package manager of Debian, as root or through `sudo` without a
 * password. Services in their packages are not started.
 *
 * @throws StartError with a sentence and a command for each program that is still missing, or whose variable is wrong
 */
export async function provide(
  programs: readonly RequiredProgram[],
  { print, env = process.env, isRoot = process.getuid?.() === 0, runCommand = (line) => run(line) }: Options,
): Promise<void> {
  const wrong = programs.flatMap((program) => wrongVariable(program, env) ?? []);
  if (wrong.length > 0) throw new StartError(wrong.join('\n'));
  const missing = () => programs.filter((program) => find(program, env) === undefined);
  if (missing().length === 0) return;
  const prefix = await installer(env, isRoot, runCommand);
  if (prefix !== undefined) {
    print(
      `Installing ${missing()
        .map(({ what }) => what)
        .join(', ')} with apt-get`,
    );
    const { ok, output } = await runCommand(`${prefix} update -q`);
    if (!ok) print(`apt-get update failed:\n${lastLines(output)}`);
    for (const program of missing()) await installFirst(program, prefix, print, runCommand);
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
  if (isRoot) return `env DEBIAN_FRONTEND=noninteractive ${path} ${WAIT}`;
  // `-k` ignores a password that was entered before.
  return (await runCommand('sudo -k -n true')).ok
    ? `sudo -n env DEBIAN_FRONTEND=noninteractive ${path} ${WAIT}`
    : undefined;
}

async function installFirst(
  { packages, isService }: RequiredProgram,
  prefix: string,
  print: (line: string) => void,
  runCommand: Run,
): Promise<void> {
  for (const name of packages) {
    const install = `${prefix} install -qy --no-install-recommends ${name}`;
    const { ok, output } = await runCommand(isService === true ? withoutService(name, install) : install);
    if (ok) return print(`Installed the package ${name}${isService === true ? ', without starting its service' : ''}`);
    print(`The package ${name} cannot be installed:\n${lastLines(output)}`);
  }
}

/** Debian's packages do not start a service that is masked. Afterwards it is installed, but not enabled. */
function withoutService(name: string, install: string): string {
  const sudo = install.startsWith('sudo') ? 'sudo -n ' : '';
  const systemctl = (verb: string) => `${sudo}systemctl ${verb} ${name}.service`;
  return `${systemctl('mask')}; ${install}; code=$?; ${systemctl('unmask')}; ${systemctl('disable')}; exit $code`;
}

const lastLines = (output: string): string => output.trimEnd().split('\n').slice(-3).join('\n');
