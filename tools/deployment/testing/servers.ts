import { serverState } from '../../../apps/server/src/discovery/server-state.ts';
import { systemNames } from '../../../apps/server/src/discovery/system-names.ts';
import type { Servers } from '../replace-servers.ts';
import { type Container, startContainer } from './container.ts';
import { composeService, imageCommand } from './image.ts';

type Options = {
  /** What the image contains. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** How many servers run, apart from a rolling restart. */
  readonly count: number;
  /** The port of the service `discovery`. */
  readonly discoveryPort: number;
};

/** The service `server` of docker-compose.yml as processes, each at an address of its own. */
export function deployServers({ folder: first, environment, count, discoveryPort }: Options) {
  const running = new Map<string, Container>();
  let folder = first;
  let made = 0;
  const named = systemNames(`127.0.0.1:${discoveryPort}`);

  async function end(id: string, signal: NodeJS.Signals) {
    const container = running.get(id);
    const code = await container?.end(signal);
    running.delete(id);
    return { code, output: container?.output() ?? '' };
  }

  /** Runs a service of the operator to its end. @throws Error with its output if it fails */
  async function runService(command: readonly string[], writes = false): Promise<void> {
    const container = startContainer({ folder, command, env: environment, writes });
    if ((await container.ended) !== 0) throw new Error(`${command.join(' ')} failed:\n${container.output()}`);
  }

  /** @throws Error with its output if the server has ended */
  async function isReady(id: string): Promise<boolean> {
    const container = running.get(id);
    if (container === undefined || container.hasEnded()) throw new Error(`A server ended:\n${container?.output()}`);
    return (await serverState(`${id}:${environment.PORT}`, true)) === 'ready';
  }

  return {
    end,
    runService,
    /** Of all servers that run, also of those that start or stop, like Docker's own DNS. */
    addresses: () => [...running.keys()],
    outputs: () => [...running.values()].map((container) => container.output()),
    /** What later servers and commands run, like an image that was built again. */
    use: (next: string): void => {
      folder = next;
    },
    configured: async () => count,
    list: async () => [...running.keys()],
    listStopped: async () => [],
    migrate: () => runService(composeService('migrate').command),
    async grow(wanted) {
      while (running.size < wanted) {
        made += 1;
        const id = `127.77.${process.pid % 250}.${made}`;
        running.set(id, startContainer({ folder, command: imageCommand('CMD'), env: { ...environment, HOST: id } }));
      }
    },
    isReady,
    async canReplace(id) {
      if (!(await isReady(id))) return false;
      return named('server').then(
        (ids) => ids.includes(id),
        () => false,
      );
    },
    async retire(id) {
      const { code, output } = await end(id, 'SIGTERM');
      if (code !== 0) throw new Error(`a server ended with ${code}:\n${output}`);
    },
    log: async (id) => running.get(id)?.output() ?? '',
    discard: async (id) => void (await end(id, 'SIGKILL')),
    async stop(): Promise<void> {
      await Promise.all([...running.keys()].map((id) => end(id, 'SIGTERM')));
    },
  } satisfies Servers & Record<string, unknown>;
}
