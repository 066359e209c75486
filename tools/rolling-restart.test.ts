import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text as streamText } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { serveNames } from '../apps/server/src/discovery/dns.ts';
import { serverState } from '../apps/server/src/discovery/server-state.ts';
import { askReady, dockerServers } from './deployment/docker.ts';
import { RestartFailed, replaceServers } from './deployment/replace-servers.ts';
import { root } from './run.ts';
import { temporaryFolder } from './testing/folder.ts';

/**
 * Stands in for docker. A file has the servers of docker compose, and one per server how often it was asked whether it
 * is ready: new and busy ones are when asked for the READY_WHEN_ASKED time. Calls fail that contain a line of the file
 * `broken`, and unexpected ones.
 */
const DOCKER = `#!/bin/sh
cd "$STATE"
echo "$*" >>calls
[ ! -e broken ] || while read -r part; do
  case "$*" in *"$part"*) echo 'Docker is gone' >&2; exit 1 ;; esac
done <broken
is_ready() { case $1 in old*) ;; unready*) false ;; *) [ "$(wc -l <"asked-$1")" -ge "$READY_WHEN_ASKED" ] ;; esac }
remove() { grep -vx "$1" servers >left || true; mv left servers; }
case "$*" in
  'compose ps --all --quiet server') cat servers ;;
  'compose config --format json server') echo "{\\"services\\":{\\"server\\":{\\"scale\\":$SERVERS}}}" ;;
  'compose run --rm --no-deps migrate') ;;
  'inspect --format {{index .Config.Labels "com.docker.compose.oneoff"}} {{.State.Status}} {{.Id}} '*)
    shift 3
    for id; do
      case $id in
        run*) echo "True running $id" ;;
        stopped*) echo "False exited $id" ;;
        *) echo "False running $id" ;;
      esac
    done ;;
  'logs --tail 20 '*) echo "the log of $4" ;;
  'compose up --detach --no-deps --no-recreate --scale server='*' server')
    wanted=\${7#server=}
    while [ "$(grep -cv run servers)" -lt "$wanted" ]; do
      echo made >>made
      echo "new$(wc -l <made)" >>servers
    done ;;
  'exec '*' node -e '*) echo asked >>"asked-$2"; is_ready "$2" ;;
  'stop -t 20 '*) while [ -e hold ]; do sleep 0.02; done ;;
  'rm --force '*) remove "$3" ;;
  'rm '*) remove "$2" ;;
  *) echo "unexpected: docker $*" >&2; exit 125 ;;
esac
`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder.path, 'bin'));
  await writeFile(join(folder.path, 'bin/docker'), DOCKER, { mode: 0o755 });
});
afterEach(() => folder.remove());

const lines = async (name: string) => (await readFile(join(folder.path, name), 'utf8')).split('\n').slice(0, -1);

const isServer = (id: string) => !/^(?:run|stopped)/.test(id);

type Outcome = { readonly error: string | undefined; readonly printed: readonly string[] };

/** Restarts with this program's calls of docker; `onWait` is called instead of waiting a second. */
async function restart(
  servers: readonly string[],
  readyWhenAsked: number,
  { onWait = () => {}, configured = servers.filter(isServer).length } = {},
): Promise<Outcome> {
  await writeFile(join(folder.path, 'servers'), servers.map((id) => `${id}\n`).join(''));
  vi.stubEnv('PATH', `${join(folder.path, 'bin')}:${process.env.PATH}`);
  vi.stubEnv('STATE', folder.path);
  vi.stubEnv('SERVERS', String(configured));
  vi.stubEnv('READY_WHEN_ASKED', String(readyWhenAsked));
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const throwIfStopped = () => undefined;
  const restarted = replaceServers(dockerServers(folder.path), { print, wait: async () => onWait(), throwIfStopped });
  return restarted.then(
    () => ({ error: undefined, printed }),
    (error: unknown) => ({ error: error instanceof RestartFailed ? error.message : String(error), printed }),
  );
}
afterEach(() => void vi.unstubAllEnvs());

/** The calls that change servers, and the readiness checks in between, each once. */
const steps = async () =>
  (await lines('calls'))
    .map((call) =>
      /^(?:compose (run|up)|(exec|stop|rm|logs)\b(?:.*?)\b((?:old|busy|new|unready|stopped)\d+))/.exec(call),
    )
    .flatMap((match) => (match === null ? [] : [match.slice(1).filter(Boolean).join(' ')]))
    .filter((step, at, all) => step !== all[at - 1]);

test('each old server is stopped once a new one is ready, and all new servers keep running', async () => {
  const { error, printed } = await restart(['old1', 'old2', 'old3'], 3);
  expect(error).toBeUndefined();
  expect(await lines('servers')).toEqual(['new1', 'new2', 'new3']);
  expect(printed).toEqual(['old1', 'old2', 'old3'].map((id) => `Replaced server ${id}`));
  const replaced = ['1', '2', '3'].flatMap((n) => ['up', `exec new${n}`, `stop old${n}`, `rm old${n}`]);
  expect(await steps()).toEqual(['run', ...replaced]);
});

test('a new server that does not become ready is removed, and the old ones keep running', async () => {
  const { error, printed } = await restart(['old1', 'old2'], 100);
  expect(await lines('servers')).toEqual(['old1', 'old2']);
  expect(error).toBe('The new server did not become ready and is removed. The old ones keep running.');
  expect(printed).toEqual(['the log of new1\n']);
  expect(await steps()).toEqual(['run', 'up', 'exec new1', 'logs new1', 'rm new1']);
});

const breakCalls = (...parts: readonly string[]) => writeFile(join(folder.path, 'broken'), `${parts.join('\n')}\n`);

function stop() {
  throw new RestartFailed('Stopped.');
}

test('a new server that cannot be removed is named next to the reason of the failure', async () => {
  await breakCalls('rm --force new1');
  const { error, printed } = await restart(['old1'], 100, { onWait: stop });
  expect(error).toBe('Stopped.');
  expect(printed).toEqual([
    'the log of new1\n',
    'The new server new1 may be left: docker rm --force new1 failed: Docker is gone\n',
  ]);
});

test('a new server whose log cannot be read is removed', async () => {
  await breakCalls('logs');
  const { error, printed } = await restart(['old1'], 100, { onWait: stop });
  expect(error).toBe('Stopped.');
  expect(printed).toEqual([
    'The log of server new1 cannot be read: docker logs --tail 20 new1 failed: Docker is gone\n',
  ]);
  expect(await lines('servers')).toEqual(['old1']);
});

test('a new server that cannot be removed does not keep other new ones', async () => {
  await breakCalls('rm --force new1');
  const { printed } = await restart(['old1'], 100, {
    onWait() {
      writeFileSync(join(folder.path, 'servers'), 'old1\nnew1\nnew2\n');
      stop();
    },
  });
  expect(printed).toContain('the log of new2\n');
  expect(await lines('servers')).toEqual(['old1', 'new1']);
});

test('a stop removes the server that is not ready yet', async () => {
  const { error } = await restart(['old1'], 100, { onWait: stop });
  expect([error, await lines('servers')]).toEqual(['Stopped.', ['old1']]);
});

test('without a running server nothing is done', async () => {
  const { error } = await restart([], 1);
  expect(error).toBe('No server is running. Start the servers with docker compose up -d.');
  expect(new Set(await lines('calls'))).toEqual(new Set(['compose ps --all --quiet server']));
});

test('a restart after an interrupted one removes the stopped server and does not replace it', async () => {
  const { error } = await restart(['stopped1', 'old2', 'new0'], 1);
  expect(error).toBeUndefined();
  expect(await lines('servers')).toEqual(['new1', 'new2']);
  expect((await steps()).slice(0, 3)).toEqual(['stop stopped1', 'rm stopped1', 'run']);
});

test.each([
  { running: ['old1', 'old2', 'new0'], configured: 2, removed: ['old1'] },
  { running: ['old1', 'old2', 'new0', 'unready1'], configured: 2, removed: ['unready1', 'old1'] },
  { running: ['old1', 'old2'], configured: 3, removed: [] },
])('$removed are removed from $running without a successor if $configured servers are configured', async (each) => {
  const { error, printed } = await restart(each.running, 1, { configured: each.configured });
  expect(error).toBeUndefined();
  const kept = each.running.filter((id) => !each.removed.includes(id));
  expect(await lines('servers')).toEqual(kept.map((_, index) => `new${index + 1}`));
  const made = (await lines('calls')).filter((call) => call.startsWith('compose up'));
  expect(new Set(made)).toEqual(
    new Set([`compose up --detach --no-deps --no-recreate --scale server=${kept.length + 1} server`]),
  );
  const changes = (await steps()).filter((step) => !step.startsWith('exec'));
  expect(changes.slice(0, 2 * each.removed.length + 1)).toEqual([
    ...each.removed.flatMap((id) => [`stop ${id}`, `rm ${id}`]),
    'run',
  ]);
  expect(printed.filter((line) => line.startsWith('Removed'))).toHaveLength(each.removed.length);
});

test('an unready server is removed before one that is too busy for some checks', async () => {
  const { error } = await restart(['busy1', 'unready1'], 5, { configured: 1 });
  expect(error).toBeUndefined();
  expect(await lines('servers')).toEqual(['new1']);
  const changes = (await steps()).filter((step) => !step.startsWith('exec'));
  expect(changes).toEqual(['stop unready1', 'rm unready1', 'run', 'up', 'stop busy1', 'rm busy1']);
});

test('while discovery names no server, the ready one is not removed', async () => {
  await breakCalls('await isNamed()');
  const onWait = () => (existsSync(join(folder.path, 'made')) ? stop() : undefined);
  const { error } = await restart(['old1', 'unready1'], 1, { configured: 1, onWait });
  expect(error).toBe('Stopped.');
  expect(await lines('servers')).toEqual(['old1']);
});

test('if no server is ready, none is removed', async () => {
  const { error } = await restart(['unready1', 'unready2'], 1, { configured: 1 });
  expect(error).toContain('No other server is ready, so server unready1 is not removed.');
  expect(await lines('servers')).toEqual(['unready1', 'unready2']);
  expect((await steps()).filter((step) => !step.startsWith('exec'))).toEqual([]);
});

test('without a valid number of servers in the settings nothing is done', async () => {
  const { error } = await restart(['stopped1', 'old1'], 1, { configured: 0 });
  expect(error).toContain('check SERVERS in .env');
  expect([await steps(), await lines('servers')]).toEqual([[], ['stopped1', 'old1']]);
});

test('a container of docker compose run is not a server', async () => {
  expect((await restart(['run1', 'old1'], 1)).error).toBeUndefined();
  expect(await lines('servers')).toEqual(['run1', 'new1']);
  expect((await restart(['run1'], 1)).error).toContain('No server is running.');
});

/** A copy of the program without installed packages. */
async function copyProgram() {
  for (const path of ['rolling-restart.ts', 'help.ts', 'deployment/docker.ts', 'deployment/replace-servers.ts']) {
    await mkdir(join(folder.path, 'tools/deployment'), { recursive: true });
    await copyFile(join(root, 'tools', path), join(folder.path, 'tools', path));
  }
  const env = {
    PATH: `${join(folder.path, 'bin')}:${process.env.PATH}`,
    STATE: folder.path,
    READY_WHEN_ASKED: '1',
    SERVERS: '9',
  };
  return { path: join(folder.path, 'tools/rolling-restart.ts'), env };
}

test('Ctrl-C lets the replacement of a server finish, and replaces no more', async () => {
  const { path, env } = await copyProgram();
  await writeFile(join(folder.path, 'servers'), 'old1\nold2\n');
  await writeFile(join(folder.path, 'hold'), '');
  const program = spawn(process.execPath, [path], { env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = Promise.all([once(program, 'exit'), streamText(program.stderr)]);
  await expect.poll(() => lines('calls').catch(() => []), { timeout: 20_000 }).toContain('stop -t 20 old1');
  if (program.pid === undefined) throw new Error('the program runs');
  process.kill(-program.pid, 'SIGINT'); // the process group, as a terminal does
  await rm(join(folder.path, 'hold'));
  expect(await ended).toEqual([[1, null], 'Stopped. All servers that were ready keep running.\n']);
  expect(await lines('servers')).toEqual(['old2', 'new1']);
});

test('the program needs no installed packages, and its exit code says whether it succeeded', async () => {
  const { path, env } = await copyProgram();
  await writeFile(join(folder.path, 'servers'), 'old1\n');
  const program = () => spawnSync(process.execPath, [path], { env, encoding: 'utf8' });
  expect(program()).toMatchObject({ status: 0, stdout: 'Replaced server old1\n' });
  await writeFile(join(folder.path, 'servers'), '');
  expect(program()).toMatchObject({ status: 1, stderr: expect.stringContaining('No server is running.') });
});

type Answer = number | 'late';

/** How long to wait for an answer that does not come, and for one that comes from this busy process. */
const LATE_MS = 4_000;
const PATIENT_MS = 30_000;

/** A server with these answers of `/ready` and of its first page, and its port. */
async function serverWith(ready: Answer, page: Answer): Promise<number> {
  const server = createServer(({ url }, reply) => {
    const answer = url === '/ready' ? ready : page;
    if (answer !== 'late') reply.writeHead(answer).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return address.port;
}

/** A DNS server in place of the service `discovery`. */
async function discoveryThatNames(...addresses: readonly string[]) {
  const names = await serveNames({ host: '127.0.0.1', port: 0, addressesOf: async () => addresses });
  onTestFinished(names.close);
  return { discovery: '127.0.0.1', discoveryPort: names.port };
}

const exitOf = async (script: string) => once(spawn(process.execPath, ['-e', script]), 'exit');

test.each<[string, Answer, Answer, boolean]>([
  ['is ready and serves pages', 200, 200, true],
  ['has no pages', 200, 404, true],
  ['serves pages slowly', 200, 'late', true],
  ['starts its pages', 200, 503, false],
  ['is not ready', 503, 200, false],
  ['is asked too often', 429, 200, false],
  ['hangs', 'late', 'late', false],
])('the restart and discovery agree on a server that %s: %s, %s', async (_, ready, page, expected) => {
  const port = await serverWith(ready, page);
  const answerMs = page === 'late' ? LATE_MS : PATIENT_MS;
  const script = askReady({ port, answerMs, ...(await discoveryThatNames('127.0.0.1')) });
  expect(await exitOf(script)).toEqual([expected ? 0 : 1, null]);
  expect((await serverState(`127.0.0.1:${port}`, true, answerMs)) === 'ready').toBe(expected);
});

test('a new server replaces none before discovery names it to the proxy', async () => {
  const server = { port: await serverWith(200, 200), answerMs: PATIENT_MS };
  const exitIfNamed = async (...addresses: readonly string[]) =>
    exitOf(askReady({ ...server, ...(await discoveryThatNames(...addresses)) }));
  expect(await exitIfNamed('10.0.0.9')).toEqual([1, null]);
  expect(await exitIfNamed('10.0.0.9', '127.0.0.1')).toEqual([0, null]);
});

test('a discovery that does not answer lets no server be replaced, and one that does not run is not asked', async () => {
  const port = await serverWith(200, 200);
  const silent = createSocket('udp4').bind(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const discoveryPort = silent.address().port;
  const unanswered = { port, discovery: '127.0.0.1', discoveryPort };
  expect(await exitOf(askReady({ ...unanswered, answerMs: LATE_MS }))).toEqual([1, null]);
  expect(await exitOf(askReady({ ...unanswered, answerMs: PATIENT_MS, asksDiscovery: false }))).toEqual([0, null]);
  expect(await exitOf(askReady({ port, answerMs: PATIENT_MS, discovery: 'discovery.invalid' }))).toEqual([0, null]);
});
