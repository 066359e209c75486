import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A server in a process of its own. */
export type Launched = {
  readonly url: string;
  /** Processor time it has used so far, in ms. */
  cpuMs(): number;
  stop(): Promise<void>;
};

const TICK = 10; // ms; Linux counts processor time in hundredths of a second

const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts a server of this bench or of the project; resolves with where it says it is. */
export async function launch(path: string, env: Record<string, string>): Promise<Launched> {
  const child = spawn(process.execPath, [new URL(path, import.meta.url).pathname], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /http:\/\/\S+/.exec(line);
    if (!found) continue;
    child.stdout.resume();
    return {
      url: found[0],
      cpuMs: () => {
        const [user = 0, system = 0] =
          readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
        return (user + system) * TICK;
      },
      stop: async () => {
        children.delete(child);
        child.kill('SIGTERM');
        await once(child, 'exit');
      },
    };
  }
  throw new Error(`${path} did not start`);
}
