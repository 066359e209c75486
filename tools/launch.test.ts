import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from './testing/folder.ts';

const bundled = `node_modules/node-${process.platform}-${process.arch}/bin`;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

// A project with an npx that only prints that it was called.
beforeAll(async () => {
  folder = await temporaryFolder();
  for (const name of ['tools', 'apps', 'packages', 'node_modules', 'bin']) await mkdir(join(folder.path, name));
  await copyFile(join(import.meta.dirname, 'launch.mjs'), join(folder.path, 'tools/launch.mjs'));
  for (const name of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'])
    await writeFile(join(folder.path, name), '{}');
  await writeFile(
    join(folder.path, 'script.mjs'),
    "console.log('ran with', process.argv.slice(2).join()); process.exitCode = 7;",
  );
  await program('bin/npx', 'echo installing');
});
afterAll(() => folder.remove());

async function program(path: string, line: string): Promise<void> {
  await writeFile(join(folder.path, path), `#!/bin/sh\n${line}\n`);
  await chmod(join(folder.path, path), 0o755);
}

function launch(nodeVersion = process.versions.node) {
  const versions = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'${nodeVersion}'}})`;
  const PATH = [join(folder.path, 'bin'), process.env.PATH].join(delimiter);
  const args = ['--import', versions, 'tools/launch.mjs', 'script.mjs', 'one', 'two'];
  return spawnSync(process.execPath, args, { cwd: folder.path, encoding: 'utf8', env: { PATH } });
}

test('installs first, and once; output and exit code are those of the script', () => {
  const first = launch();
  expect(first).toMatchObject({ status: 7, stdout: 'ran with one,two\n' });
  expect(first.stderr).toMatch(/^Installing .*\ninstalling\n$/);
  expect(launch()).toMatchObject({ status: 7, stdout: 'ran with one,two\n', stderr: '' });
});

test('an old Node is rejected with one sentence, unless the install brought a newer one, which gets the same settings', async () => {
  const refused = launch('20.20.2');
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^Terrace runs on Node 22.18 or newer; this is 20.20.2, .*: install a newer one.\n$/);
  expect(launch('22.18.0').status).toBe(7);
  await mkdir(join(folder.path, bundled), { recursive: true });
  await program(`${bundled}/node`, 'echo the bundled Node runs $(basename $3) with $1');
  expect(launch('20.20.2')).toMatchObject({ status: 0, stdout: 'the bundled Node runs script.mjs with --import\n' });
});
