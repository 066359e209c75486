import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
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
  await rm(join(folder.path, 'node_modules'), { recursive: true });
  await mkdir(join(folder.path, 'node_modules'));
  launch(); // installs again
});

/** The code of a server that does something else in each start. */
function serverScript(...starts: readonly string[]) {
  return `
    import { existsSync, readFileSync, writeFileSync } from 'node:fs';
    const n = existsSync('starts') ? Number(readFileSync('starts', 'utf8')) : 0;
    writeFileSync('starts', String(n + 1));
    console.log('start', n + 1);
    const started = () => new Promise((resolve) => process.send('started', resolve));
    ${starts.map((what, at) => `if (n === ${at}) { ${what} }`).join('\n')}`;
}

async function launchServer(...starts: readonly string[]) {
  await rm(join(folder.path, 'starts'), { force: true });
  await writeFile(join(folder.path, 'server.mjs'), serverScript(...starts));
  const PATH = [join(folder.path, 'bin'), process.env.PATH].join(delimiter);
  const launcher = spawn(process.execPath, ['tools/launch.mjs', '--restart', 'server.mjs'], {
    cwd: folder.path,
    env: { PATH },
  });
  const read = (stream: Readable) => {
    let text = '';
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    return () => text;
  };
  const [output, messages] = [read(launcher.stdout), read(launcher.stderr)];
  return { launcher, ended: once(launcher, 'close'), output, messages };
}

test('a server that started and ended by itself starts again, later each time, until it is stopped', async () => {
  const { launcher, ended, output, messages } = await launchServer(
    'await started(); process.exit(3);',
    "await started(); process.kill(process.pid, 'SIGKILL');",
    "await started(); process.on('SIGTERM', () => process.exit(0)); setInterval(() => undefined, 1000); console.log('runs');",
  );
  await expect.poll(output).toContain('runs');
  launcher.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(output()).toBe('start 1\nstart 2\nstart 3\nruns\n');
  expect(messages()).toBe(
    'The server ended unexpectedly with exit code 3. It starts again in 1 s.\n' +
      'The server ended unexpectedly by SIGKILL. It starts again in 2 s.\n',
  );
});

test('a stop while a server waits for its restart ends the launcher', async () => {
  const { launcher, ended, output, messages } = await launchServer('await started(); process.exit(3);');
  await expect.poll(messages).toContain('starts again');
  launcher.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  expect(output()).not.toContain('start 2');
});

test.each([
  ['a first start that fails', 'process.exit(1);', 1],
  ['a deliberate stop', 'await started(); process.exit(0);', 0],
  ['a fault that only the operator can correct', 'await started(); process.exit(78);', 78],
  ["a stop with the server's own process id", "await started(); process.kill(process.pid, 'SIGTERM');", 143],
])('%s is no reason for a restart', async (_, start, code) => {
  const { ended, output } = await launchServer(start);
  expect(await ended).toEqual([code, null]);
  expect(output()).toBe('start 1\n');
});
