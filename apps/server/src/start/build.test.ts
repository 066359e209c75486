import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, run } from '../../../../tools/run.ts';
import { databaseOfTest } from '../../../../tools/testing/database.ts';
import { temporaryFolder } from '../../../../tools/testing/folder.ts';
import { serverProcess } from '../../../../tools/testing/server.ts';

/** An install of the production packages, and a build of the pages if they have changed. */
const slow = 240_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

// Outside this repository, whose packages the copy must not need.
beforeAll(async () => {
  folder = await temporaryFolder();
  const built = await run(join(root, 'deploy/build.sh'), { args: [folder.path] });
  expect(built).toMatchObject({ ok: true });
}, slow);
afterAll(() => folder.remove());

test('the server built by deploy/build.sh starts, serves its pages, and stops', { timeout: 60_000 }, async () => {
  const server = serverProcess(
    {
      NODE_ENV: 'production',
      DATABASE_URL: await databaseOfTest(),
      SESSION_SECRET: 'the secret of a server that was built',
      PARTS: 'play,pages,jobs',
    },
    { main: join(folder.path, 'apps/server/src/main.ts') },
  );
  const address = await server.address();
  for (const path of ['/health', '/ready', '/', '/api/lobby']) {
    expect({ path, status: (await fetch(`${address}${path}`)).status }).toEqual({ path, status: 200 });
  }
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

test("each of the built server's programs runs", async () => {
  const programs = join(folder.path, 'apps/server/src/programs');
  for (const name of await readdir(programs)) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(programs, name), '--help'], {
      encoding: 'utf8',
    });
    expect({ name, status, stderr }).toEqual({ name, status: 0, stderr: '' });
    expect(stdout).not.toBe('');
  }
});
