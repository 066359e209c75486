import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../../apps/server/src/runtime/errors.ts';
import { run } from '../run.ts';
import { find, howToGet, type RequiredProgram, wrongVariable } from './programs.ts';

type Run = (command: string) => Promise<{ readonly ok: boolean; readonly output: string }>;

type Options = {
  readonly print: (line: string) => void;
  readonly env?: NodeJS.ProcessEnv;
  readonly isRoot?: boolean;
  readonly runCommand?: Run;
  /** Waits for another program that updates the lists of packages. */
  readonly wait?: () => Promise<unknown>;
};

/** How often, and how long after each other, the lists of packages are asked for while another program updates them. */
const MAX_UPDATES = 24;
const UPDATE_AGAIN_MS = 5_000;

/**
 * Installs the missing ones of these programs with the package manager of Debian, as root or through `sudo` without a
 * password. Services in their packages are not started.
 *
 * @throws StartError with a sentence and a command for each program that is still missing, or whose variable is wrong
 */
export async function provide(
  programs: readonly RequiredProgram[],
  {
    print,
    env = process.env,
    isRoot = process.getuid?.() === 0,
    runCommand = (line) => run(line),
    wait = () => delay(UPDATE_AGAIN_MS),
  }: Options,
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
    await update(prefix, print, runCommand, wait);
    for (const program of missing()) await installFirst(program, prefix, print, runCommand);
  }
  const left = missing();
  if (left.length > 0) throw new StartError(left.map(howToGet).join('\n'));
}

/** apt-get waits for another installation, but not for another update of the lists. */
async function update(
  prefix: string,
  print: Options['print'],
  runCommand: Run,
  wait: () => Promise<unknown>,
): Promise<void> {
  for (let asked = 1; ; asked += 1) {
    const { ok, output } = await runCommand(`${prefix} -o Acquire::Retries=0 update -q`);
    if (ok) return;
    const isLocked = output.includes('/lists/lock');
    if (!isLocked || asked === MAX_UPDATES) return print(`apt-get update failed:\n${lastLines(output)}`);
    if (asked === 1) print('Waiting for another program that updates the lists of packages');
    await wait();
  }
}

/** Waits for another installation to end, and not for long for a server that does not answer. */
const WAIT = '-o DPkg::Lock::Timeout=120 -o Acquire::http::Timeout=10 -o Acquire::https::Timeout=10';

/** Asks nothing, and restarts no services that use what was installed. */
const ENV = 'env DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1';

/** The command that may install packages; undefined without apt-get, or without the right to use it. */
async function installer(env: NodeJS.ProcessEnv, isRoot: boolean, runCommand: Run): Promise<string | undefined> {
  const apt = { what: 'apt-get', commands: ['apt-get'], packages: [] };
  const path = find(apt, env);
  if (path === undefined) return undefined;
  if (isRoot) return `${ENV} ${path} ${WAIT}`;
  // `-k` ignores a password that was entered before.
  return (await runCommand('sudo -k -n true')).ok ? `sudo -n ${ENV} ${path} ${WAIT}` : undefined;
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
