import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { RestartFailed, type Servers } from './replace-servers.ts';

/**
 * Runs in a server's container, which has Node but no curl. Its exit code says whether the server is ready and serves
 * pages, as in apps/server/src/discovery/server-state.ts, and with `asksDiscovery` also whether the service `discovery`
 * names it to the proxy. If that service does not run, the proxy gets all names from Docker.
 */
export const askReady = ({
  asksDiscovery = true,
  port = 3000,
  discovery = 'discovery',
  discoveryPort = 5300,
  answerMs = 1000,
} = {}): string => `
  const { lookup, Resolver } = require('node:dns').promises;
  const ask = (path) => fetch('http://127.0.0.1:${port}' + path, { signal: AbortSignal.timeout(${answerMs}) });
  const isReady = async () => (await ask('/ready')).ok;
  const servesPages = () => ask('/').then(({ status }) => status !== 503, () => true);
  async function isNamed() {
    const found = await lookup('${discovery}', { family: 4 }).catch(() => undefined);
    if (found === undefined) return true;
    const resolver = new Resolver({ timeout: ${answerMs}, tries: 1 });
    resolver.setServers([found.address + ':${discoveryPort}']);
    const named = await resolver.resolve4('server');
    const own = Object.values(require('node:os').networkInterfaces()).flat();
    return own.some(({ address }) => named.includes(address));
  }
  (async () => (await isReady()) && (await servesPages()) && ${asksDiscovery ? '(await isNamed())' : 'true'})().then(
    (can) => process.exit(can ? 0 : 1),
    () => process.exit(1),
  )`;

/** More than a server needs to hand over its players. */
const STOP_S = 20;
const LOG_LINES = 20;

/** Prints whether a container was made by `docker compose run`, its state, and its id. */
const INSPECTED = '{{index .Config.Labels "com.docker.compose.oneoff"}} {{.State.Status}} {{.Id}}';

/** A container with another state, such as `restarting`, is started by Docker itself. */
const STOPPED = ['created', 'exited', 'dead'];

/** The service `server` of docker-compose.yml in this folder. */
export function dockerServers(folder: string): Servers {
  const docker = async (...args: readonly string[]) => {
    // In a process group of its own, because Ctrl-C would otherwise end docker as well.
    const child = spawn('docker', args, { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const command = `docker ${args.join(' ')} failed`;
    try {
      const ended = once(child, 'close');
      const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
      if (code === 0) return { stdout, stderr };
      throw new RestartFailed(`${command}: ${stderr}`);
    } catch (error) {
      if (error instanceof RestartFailed) throw error;
      throw new RestartFailed(`${command}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  };
  async function configured(): Promise<number> {
    const { stdout } = await docker('compose', 'config', '--format', 'json', 'server');
    const count = Number(JSON.parse(stdout)?.services?.server?.scale);
    if (Number.isInteger(count) && count > 0) return count;
    throw new RestartFailed('docker compose config names no number of servers: check SERVERS in .env.');
  }
  const lines = (output: string) => output.split('\n').filter((line) => line !== '');
  async function containers() {
    const ids = lines((await docker('compose', 'ps', '--all', '--quiet', 'server')).stdout);
    if (ids.length === 0) return [];
    const { stdout } = await docker('inspect', '--format', INSPECTED, ...ids);
    return lines(stdout)
      .map((line) => line.split(' '))
      .filter(([isOneOff]) => isOneOff !== 'True')
      .map(([, state = '', id = '']) => ({ id, state }));
  }
  const isTrue = (id: string, script: string) =>
    docker('exec', id, 'node', '-e', script).then(
      () => true,
      () => false,
    );
  return {
    configured,
    list: async () => (await containers()).map(({ id }) => id),
    listStopped: async () => (await containers()).filter(({ state }) => STOPPED.includes(state)).map(({ id }) => id),
    migrate: async () => void (await docker('compose', 'run', '--rm', '--no-deps', 'migrate')),
    async grow(count) {
      await docker('compose', 'up', '--detach', '--no-deps', '--no-recreate', '--scale', `server=${count}`, 'server');
    },
    isReady: (id) => isTrue(id, askReady({ asksDiscovery: false })),
    canReplace: (id) => isTrue(id, askReady()),
    async retire(id) {
      await docker('stop', '-t', String(STOP_S), id);
      await docker('rm', id);
    },
    async log(id) {
      const { stdout, stderr } = await docker('logs', '--tail', String(LOG_LINES), id);
      return `${stdout}${stderr}`;
    },
    discard: async (id) => void (await docker('rm', '--force', id)),
  };
}
