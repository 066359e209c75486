import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
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
