import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { RestartFailed, type Servers } from './replace-servers.ts';

const execute = promisify(execFile);

/** What a new server must answer. A server is ready to play before its pages are up; one without pages answers 404. */
export const MUST_ANSWER = ['/ready', '/'] as const;

/** Runs in a server's container, which has Node but no curl. Its exit code says whether the server can replace another. */
export const askReady = (port = 3000): string => `
  const ask = (path) => fetch('http://127.0.0.1:${port}' + path, { signal: AbortSignal.timeout(2000) });
  Promise.all(${JSON.stringify(MUST_ANSWER)}.map(ask)).then(
    (replies) => process.exit(replies.every(({ status }) => status < 500) ? 0 : 1),
    () => process.exit(1),
  )`;

/** More than a server needs to hand over its players. */
const STOP_S = 20;
const LOG_LINES = 20;

/** The service `server` of docker-compose.yml in this folder. */
export function dockerServers(folder: string): Servers {
  const docker = async (...args: readonly string[]) => {
    try {
      return await execute('docker', args, { cwd: folder });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new RestartFailed(`docker ${args.join(' ')} failed: ${reason}`, { cause: error });
    }
  };
  return {
    async list() {
      const { stdout } = await docker('compose', 'ps', '--all', '--quiet', 'server');
      return stdout.split('\n').filter((id) => id !== '');
    },
    migrate: async () => void (await docker('compose', 'run', '--rm', '--no-deps', 'migrate')),
    async grow(count) {
      await docker('compose', 'up', '--detach', '--no-deps', '--no-recreate', '--scale', `server=${count}`, 'server');
    },
    isReady: async (id) =>
      docker('exec', id, 'node', '-e', askReady()).then(
        () => true,
        () => false,
      ),
    async retire(id) {
      await docker('stop', '-t', String(STOP_S), id);
      await docker('rm', id);
    },
    async discard(id) {
      const { stdout, stderr } = await docker('logs', '--tail', String(LOG_LINES), id);
      await docker('rm', '--force', id);
      return `${stdout}${stderr}`;
    },
  };
}
