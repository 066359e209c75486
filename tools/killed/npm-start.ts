import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import { openDatabase } from '../../apps/server/src/store/client.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { childrenOf, isRunning } from '../testing/processes.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
export const projectFolder = (): string => folder.path;
let data: string;
const started: { npm: ChildProcess; ended: Promise<unknown> }[] = [];

// A separate project whose `npm start` launches the real server: the real project would run an install first.
beforeAll(async () => {
  folder = await temporaryFolder();
  data = join(folder.path, 'data');
  for (const name of ['tools', 'apps', 'packages', 'node_modules', 'bin']) await mkdir(join(folder.path, name));
  await copyFile(join(import.meta.dirname, '../launch.mjs'), join(folder.path, 'tools/launch.mjs'));
  for (const name of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) await writeFile(join(folder.path, name), '{}');
  const start = 'exec node tools/launch.mjs --restart start.mjs';
  await writeFile(join(folder.path, 'package.json'), JSON.stringify({ scripts: { start } }));
  const server = pathToFileURL(join(import.meta.dirname, '../start.ts')).href;
  await writeFile(join(folder.path, 'start.mjs'), `await import(${JSON.stringify(server)});`);
  await writeFile(join(folder.path, 'bin/npx'), '#!/bin/sh\n', { mode: 0o755 });
  await symlink(process.execPath, join(folder.path, 'bin/node'));
});
afterAll(async () => {
  for (const { npm } of started) npm.kill('SIGTERM');
  const { server } = await running().catch(() => ({ server: 0 })); // a failed test may have left a server running
  if (server !== 0 && isRunning(server)) process.kill(server, 'SIGTERM');
  await Promise.all(started.map(({ ended }) => ended));
  await folder.remove();
});

/** Starts the server as an operator does. All starts of a test file share a data folder. */
export async function npmStart(port = 0) {
  const { HOME, PATH, NODE_COMPILE_CACHE } = process.env;
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: folder.path,
    env: {
      HOME,
      NODE_COMPILE_CACHE,
      PATH: `${join(folder.path, 'bin')}:${PATH}`,
      DATA_DIR: data,
      PORT: String(port),
      PARTS: 'play,jobs',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(npm, 'close');
  started.push({ npm, ended });
  return {
    npm,
    ended,
    output: () => output,
    async address(): Promise<string> {
      await expect.poll(() => output, { timeout: 60_000 }).toMatch(/Terrace is at \S+\n/);
      return /at (http:\S+)/.exec(output)?.[1] ?? '';
    },
  };
}

/** The running server and its Postgres, found by their files in the data folder. */
async function running(): Promise<{ server: number; postgres: number; port: number }> {
  const [postgres, , , port] = (await readFile(join(data, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return {
    server: Number(await readFile(join(data, 'owner'), 'utf8')),
    postgres: Number(postgres),
    port: Number(port),
  };
}

/** Adds a row. @returns the rows before */
export async function addVictim(name: string): Promise<string[]> {
  const password = await readFile(join(data, 'postgres.password'), 'utf8');
  const { port } = await running();
  const { prisma, close } = openDatabase(`postgresql://terrace:${password}@127.0.0.1:${port}/terrace`, () => undefined);
  await prisma.$executeRaw`create table if not exists victim (n serial, name text)`;
  const before = await prisma.$queryRaw<{ name: string }[]>`select name from victim order by n`;
  await prisma.$executeRaw`insert into victim (name) values (${name})`;
  await close();
  return before.map((row) => row.name);
}

/** The processes from npm to Postgres. */
export async function processesOf(npm: ChildProcess) {
  const { server, postgres } = await running();
  const [launcher = 0] = childrenOf(npm.pid ?? 0);
  expect(childrenOf(launcher)).toContain(server);
  return { npm: npm.pid ?? 0, launcher, server, postgres };
}
