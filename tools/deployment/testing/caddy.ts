import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { findOrThrow, caddy as program } from '../../required/programs.ts';

const MAX_START_MS = 20_000;

type Options = {
  readonly caddyfile: string;
  /** For certificates and the local certificate authority. */
  readonly folder: string;
  readonly port: number;
  /** The port of all servers, and that of the service `discovery`. */
  readonly serverPort: number;
  readonly discoveryPort: number;
};

const Adapted = z.looseObject({
  apps: z.looseObject({
    http: z.looseObject({ servers: z.record(z.string(), z.looseObject({})) }),
  }),
});

/** Caddy's configuration of a Caddyfile, with ports and folders of this machine instead of those of containers. */
function configuration({ caddyfile, folder, port, serverPort, discoveryPort }: Options): string {
  const adapted = spawnSync(findOrThrow(program), ['adapt', '--config', caddyfile, '--adapter', 'caddyfile'], {
    env: { PATH: process.env.PATH, HOME: folder, SITE: `localhost:${port}` },
    encoding: 'utf8',
  });
  if (adapted.status !== 0) throw new Error(`Caddy rejects ${caddyfile}:\n${adapted.stderr}`);
  const config = Adapted.parse(
    JSON.parse(adapted.stdout, (key, value) => {
      if (value === 'udp/discovery:5300') return `udp/localhost:${discoveryPort}`;
      return key === 'dynamic_upstreams' ? { ...value, port: String(serverPort) } : value;
    }),
  );
  for (const server of Object.values(config.apps.http.servers)) {
    server.automatic_https = { disable_redirects: true }; // port 80 may be in use
  }
  const pki = { certificate_authorities: { local: { install_trust: false } } };
  const own = { admin: { disabled: true }, storage: { module: 'file_system', root: folder } };
  return JSON.stringify({ ...config, ...own, apps: { ...config.apps, pki } });
}

/** Runs Caddy. `certificate` is that of its own authority. */
export async function startCaddy(options: Options) {
  const config = configuration(options);
  const caddy = spawn(findOrThrow(program), ['run', '--config', '-'], {
    env: { PATH: process.env.PATH, HOME: options.folder },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const kill = () => void caddy.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(caddy, 'exit');
  let log = '';
  caddy.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  caddy.stdin.end(config);
  const file = join(options.folder, 'pki/authorities/local/root.crt');
  for (const until = performance.now() + MAX_START_MS; ; await delay(50)) {
    const certificate = await readFile(file, 'utf8').catch(() => undefined);
    if (certificate !== undefined && log.includes('serving initial configuration')) {
      return {
        certificate,
        /** What Caddy says about requests that it could not pass on. */
        faults: (): readonly string[] => log.split('\n').filter((line) => line.includes('"level":"error"')),
        async stop(): Promise<void> {
          caddy.kill('SIGTERM');
          await ended;
          process.off('exit', kill);
        },
      };
    }
    if (caddy.exitCode !== null || performance.now() > until) throw new Error(`Caddy did not start:\n${log}`);
  }
}
