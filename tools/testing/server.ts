import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type ServerProcess = {
  pid: number;
  output(): string;
  /** Settles with the complete output once it matches; fails if the process ends before. */
  printed(pattern: RegExp): Promise<string>;
  address(): Promise<string>;
  ended: Promise<number | NodeJS.Signals>;
  kill(signal: NodeJS.Signals): void;
};

/** Stops a detached server whose parent was killed and could not forward a signal. */
const STOP_WHEN_ALONE =
  "data:text/javascript,process.once('disconnect',()=>process.kill(process.pid,'SIGTERM'));process.channel.unref()";

const MAIN = join(import.meta.dirname, '../../apps/server/src/main.ts');
const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGTERM');
});

export type ProcessOptions = {
  readonly flags?: readonly string[];
  /** Whether Ctrl-C in the terminal reaches only this process, which then stops the server itself. */
  readonly detached?: boolean;
  readonly show?: boolean;
  /** The file to run; by default that of this repository. */
  readonly main?: string;
};

/** A server process, on any free port and with play only unless the settings say otherwise. */
export function serverProcess(
  settings: NodeJS.ProcessEnv,
  { flags = [], detached = false, show = false, main = MAIN }: ProcessOptions = {},
): ServerProcess {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, PORT: '0', PARTS: 'play', LOG_LEVEL: 'error', ...settings };
  const child = spawn(process.execPath, [...flags, ...(detached ? ['--import', STOP_WHEN_ALONE] : []), main], {
    env,
    detached,
    stdio: ['ignore', 'pipe', 'pipe', ...(detached ? (['ipc'] as const) : [])],
  });
  alive.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (show) process.stderr.write(text);
      child.emit('printed');
    });
  }
  let over = false;
  const ended = once(child, 'close').then(([code, signal]: (number | NodeJS.Signals | null)[]) => {
    alive.delete(child);
    over = true;
    child.emit('printed');
    return code ?? signal ?? 'SIGKILL';
  });
  const printed = async (pattern: RegExp): Promise<string> => {
    while (!pattern.test(output)) {
      if (over) throw new Error(`the server ended without printing ${pattern}:\n${output}`);
      await once(child, 'printed');
    }
    return output;
  };
  return {
    pid: child.pid ?? 0,
    output: () => output,
    printed,
    address: async () => /at (http:\S+)/.exec(await printed(/Terrace is at \S+\n/))?.[1] ?? '',
    ended,
    kill: (signal) => void child.kill(signal),
  };
}
