import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { canConfine, startContainer } from './deployment/testing/container.ts';
import { type Deployment, deploy } from './deployment/testing/deployment.ts';
import { openGame, savedMoves } from './deployment/testing/games.ts';
import { openVisitor } from './deployment/testing/visitors.ts';

/** An install of the production packages, and a build of the pages if they have changed. */
const slow = 240_000;

let deployment: Deployment;
beforeAll(async () => {
  deployment = await deploy({ servers: 2, durable: false });
  return deployment.stop;
}, slow);

test('a process in place of a container writes only to its temporary folder, and has no capabilities', async (context) => {
  context.skip(!canConfine, 'unshare is not permitted');
  const program = `
    const { readFileSync, writeFileSync } = require('node:fs');
    const write = (folder) => {
      try {
        writeFileSync(folder + '/written', '');
        return 'written';
      } catch ({ code }) {
        return code;
      }
    };
    const capabilities = readFileSync('/proc/self/status', 'utf8').match(/^Cap(?:Prm|Eff|Bnd|Inh):.*$/gm);
    const folders = ['.', '/tmp', '/var/tmp', ${JSON.stringify(deployment.folder)}];
    console.log(JSON.stringify({ tmp: write(process.env.TMPDIR), others: folders.map(write), capabilities }));`;
  const container = startContainer({ folder: deployment.built, command: ['node', '-e', program], env: {} });
  expect(await container.ended).toBe(0);
  expect(JSON.parse(container.output())).toEqual({
    tmp: 'written',
    others: Array.from({ length: 4 }, () => 'EROFS'),
    capabilities: ['CapInh', 'CapPrm', 'CapEff', 'CapBnd'].map((name) => `${name}:\t0000000000000000`),
  });
});

test('the built folder has no query compilers of other databases', () => {
  const packages = join(deployment.built, 'node_modules/.pnpm');
  const { stdout } = spawnSync('find', [packages, '-path', '*/client/runtime/query_*'], { encoding: 'utf8' });
  expect(stdout).toContain('postgresql');
  expect(stdout).not.toMatch(/mysql|sqlite|sqlserver|cockroach/);
});

test("each of the built server's programs runs", async () => {
  const programs = join(deployment.built, 'apps/server/src/programs');
  for (const name of await readdir(programs)) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(programs, name), '--help'], {
      encoding: 'utf8',
      env: { ...process.env, NODE_COMPILE_CACHE: join(deployment.built, 'compiled') },
    });
    expect({ name, status, stderr }).toEqual({ name, status: 0, stderr: '' });
    expect(stdout).not.toBe('');
  }
});

test('the proxy serves pages, the API and no metrics', async () => {
  const { ask } = openVisitor(deployment.site);
  for (const path of ['/health', '/ready', '/', '/leaderboard', '/api/lobby']) {
    expect({ path, status: (await ask(path)).status }).toEqual({ path, status: 200 });
  }
  expect((await ask('/metrics')).status).toBe(404);
});

test('a page brings the cookie of its server, and files that shared caches may keep bring none', async () => {
  const { ask } = openVisitor(deployment.site);
  const page = await ask('/');
  expect(page.headers.getSetCookie().join()).toContain('terrace_server=');
  const [file = ''] = /\/_app\/immutable\/[\w./-]+\.js/.exec(await page.text()) ?? [];
  const script = await openVisitor(deployment.site).ask(file);
  expect([script.status, script.headers.get('cache-control'), script.headers.getSetCookie()]).toEqual([
    200,
    expect.stringContaining('immutable'),
    [],
  ]);
});

test.each(['api', 'socket'] as const)('a game is played through the proxy: %s', async (through) => {
  const game = await openGame(deployment.site, through);
  for (let ply = 1; ply <= 6; ply += 1) await game.play();
  expect(await savedMoves(deployment.databaseUrl, game.gameId)).toBe(6);
  game.close();
});

test('a killed server costs no visitor a page, and games continue on the other one', async () => {
  const { site, servers } = deployment;
  const game = await openGame(site);
  // Open sockets at the server that stays must not lead all requests to the one that is gone.
  const watched = await openGame(site, 'socket');
  const visitors = Array.from({ length: 4 }, () => openVisitor(site));
  for (const { ask } of visitors) expect((await ask('/leaderboard')).status).toBe(200);
  const [killed = '', ...others] = await servers.list();
  await servers.end(killed, 'SIGKILL');
  for (const { ask } of visitors) {
    expect((await ask('/leaderboard')).status).toBe(200);
    expect((await ask('/api/lobby')).status).toBe(200);
  }
  await expect.poll(() => deployment.discovery.output()).toContain(`server: ${others.join()}\n`);
  await expect.poll(() => game.play().catch(String)).toBe(true);
  await game.play();
  expect(await savedMoves(deployment.databaseUrl, game.gameId)).toBe(2);
  for (const each of [game, watched]) each.close();
});

test('a server exits with 0 after SIGTERM', async () => {
  const [last = ''] = await deployment.servers.list();
  expect((await deployment.servers.end(last, 'SIGTERM')).code).toBe(0);
});
