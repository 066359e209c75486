import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Makes the file system read-only except for an empty /media, and drops all capabilities, as docker-compose.yml does. */
const CONFINE = `
mount --make-rprivate /
mount -t tmpfs tmpfs /media
while read -r _ at _; do
  case $at in /proc* | /sys* | /dev* | /media) ;; *) mount -o remount,bind,ro "$at" 2>/dev/null ;; esac
done </proc/self/mounts
exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs "$@"
`;

const confinement = [
  ['unshare', '--mount'],
  ['unshare', '--mount', '--user', '--map-root-user'],
].find(([program = '', ...args]) => works(program, [...args, 'sh', '-c', CONFINE, 'sh', 'true']));

/** Whether this machine lets processes be confined. A container with the default settings of Docker does not. */
export const canConfine = confinement !== undefined;
if (!canConfine) process.stderr.write('Processes run without confinement: unshare is not permitted\n');

function works(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

export type Container = ReturnType<typeof startContainer>;

type Options = {
  readonly folder: string;
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Whether it writes files, such as a backup, and therefore is not confined. */
  readonly writes?: boolean;
};

/** A process in place of a container: with only this environment and, if the machine can, a read-only file system and no capabilities. */
export function startContainer({ folder, command, env, writes = false }: Options) {
  const confine = writes ? undefined : confinement;
  const [program = '', ...args] = [
    ...(confine ? [...confine, 'sh', '-c', CONFINE, 'sh'] : []),
    ...command.map((word) => (word === 'node' ? process.execPath : word)),
  ];
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...(confine && { TMPDIR: '/media' }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'exit').then(([code, signal]: (number | NodeJS.Signals | null)[]) => {
    process.off('exit', kill);
    return code ?? signal;
  });
  return {
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    output: () => output,
    async end(signal: NodeJS.Signals) {
      child.kill(signal);
      return ended;
    },
  };
}
