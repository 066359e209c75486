import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './run.ts';
import { temporaryFolder } from './testing/folder.ts';

/**
 * Stands in for docker. A file has the servers of docker compose, and one per server how often it was asked whether it
 * is ready: new ones are when asked for the READY_WHEN_ASKED time. Every unexpected call fails.
 */
const DOCKER = `#!/bin/sh
cd "$STATE"
echo "$*" >>calls
is_ready() { case $1 in old*) ;; *) [ "$(wc -l <"asked-$1")" -ge "$READY_WHEN_ASKED" ] ;; esac }
remove() { grep -vx "$1" servers >left || true; mv left servers; }
case "$*" in
  'compose ps --all --quiet server') cat servers ;;
  'compose run --rm --no-deps migrate' | 'logs --tail 20 '*) ;;
  'compose up --detach --no-deps --no-recreate --scale server='*' server')
    wanted=\${7#server=}
    while [ "$(wc -l <servers)" -lt "$wanted" ]; do
      echo made >>made
      echo "new$(wc -l <made)" >>servers
    done ;;
  'exec '*' node -e '*) echo asked >>"asked-$2"; is_ready "$2" ;;
  'stop -t 20 '*) ;;
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
  await writeFile(join(folder.path, 'bin/sleep'), '#!/bin/sh\n', { mode: 0o755 });
});
afterEach(() => folder.remove());

async function restart(servers: readonly string[], readyWhenAsked: number) {
  const lines = async (name: string) => (await readFile(join(folder.path, name), 'utf8')).split('\n').slice(0, -1);
  await writeFile(join(folder.path, 'servers'), servers.map((id) => `${id}\n`).join(''));
  const { status, stderr } = spawnSync(join(root, 'deploy/rolling-restart.sh'), {
    encoding: 'utf8',
    env: {
      PATH: `${join(folder.path, 'bin')}:${process.env.PATH}`,
      STATE: folder.path,
      READY_WHEN_ASKED: String(readyWhenAsked),
    },
  });
  return { status, stderr, servers: await lines('servers'), calls: await lines('calls') };
}

/** The calls that change servers, and the readiness checks in between, each once. */
const stepsOf = (calls: readonly string[]) =>
  calls
    .map((call) => /^(?:compose (run|up)|(exec|stop|rm|logs)\b(?:.*?)\b((?:old|new)\d+))/.exec(call))
    .flatMap((match) => (match === null ? [] : [match.slice(1).filter(Boolean).join(' ')]))
    .filter((step, at, all) => step !== all[at - 1]);

test('each old server is stopped once a new one is ready, and all new servers keep running', async () => {
  const { status, stderr, servers, calls } = await restart(['old1', 'old2', 'old3'], 3);
  expect({ status, stderr, servers }).toEqual({ status: 0, stderr: '', servers: ['new1', 'new2', 'new3'] });
  const replaced = ['1', '2', '3'].flatMap((n) => ['up', `exec new${n}`, `stop old${n}`, `rm old${n}`]);
  expect(stepsOf(calls)).toEqual(['run', ...replaced]);
});

test('a new server that does not become ready is removed, and the old ones keep running', async () => {
  const { status, stderr, servers, calls } = await restart(['old1', 'old2'], 100);
  expect({ status, servers }).toEqual({ status: 1, servers: ['old1', 'old2'] });
  expect(stderr).toBe('The new server did not become ready and is removed. The old ones keep running.\n');
  expect(stepsOf(calls)).toEqual(['run', 'up', 'exec new1', 'logs new1', 'rm new1']);
});

test('without a running server nothing is done', async () => {
  const { status, stderr, calls } = await restart([], 1);
  expect({ status, calls }).toEqual({ status: 1, calls: ['compose ps --all --quiet server'] });
  expect(stderr).toBe('No server is running. Start the servers with docker compose up -d.\n');
});
