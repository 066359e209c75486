import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { caddy, chromium, neededByTests, python, redis } from './programs.ts';
import { provide } from './provide.ts';

let folder = '';
let printed: string[] = [];
let ran: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'terrace-programs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  [printed, ran] = [[], []];
});

async function addProgram(name: string): Promise<void> {
  await writeFile(join(folder, name), '#!/bin/sh\n');
  await chmod(join(folder, name), 0o755);
}

/** A machine whose packages contain the programs of the same names; `sudo` says whether it works without a password. */
const machine = ({ packages, isRoot, sudo = false }: { packages: string[]; isRoot: boolean; sudo?: boolean }) => ({
  print: (line: string) => void printed.push(line),
  env: { PATH: folder },
  isRoot,
  async runCommand(line: string) {
    ran.push(line.replace(folder, ''));
    const name = /--no-install-recommends ([\w-]+)/.exec(line)?.[1];
    if (name === undefined) return { ok: !line.startsWith('sudo') || sudo, output: '' };
    if (!packages.includes(name)) return { ok: false, output: `E: Unable to locate package ${name}` };
    await addProgram(name);
    return { ok: true, output: '' };
  },
});

test('programs that are found are not installed', async () => {
  for (const name of ['valkey-server', 'python3']) await addProgram(name);
  await provide([redis, python], machine({ packages: [], isRoot: true }));
  expect(ran).toEqual([]);
});

test('root installs what is missing, from the first package that this release has, and says so', async () => {
  for (const name of ['apt-get', 'redis-server']) await addProgram(name);
  await provide(
    [chromium, redis, python, caddy],
    machine({ packages: ['chromium', 'python3', 'caddy'], isRoot: true }),
  );
  const apt =
    'env DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 /apt-get -o DPkg::Lock::Timeout=120 -o Acquire::http::Timeout=10 -o Acquire::https::Timeout=10';
  const install = (name: string) => `${apt} install -qy --no-install-recommends ${name}`;
  expect(ran).toEqual([
    `${apt} -o Acquire::Retries=0 update -q`,
    ...['chromium-headless-shell', 'chromium', 'python3'].map(install),
    `systemctl mask caddy.service; ${install('caddy')}; code=$?; systemctl unmask caddy.service; systemctl disable caddy.service; exit $code`,
  ]);
  expect(printed).toEqual([
    'Installing Chromium, Python 3, Caddy with apt-get',
    expect.stringContaining('Unable to locate package chromium-headless-shell'),
    'Installed the package chromium',
    'Installed the package python3',
    'Installed the package caddy, without starting its service',
  ]);
});

const LOCKED = 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)';

test.each([
  ['waits for another update', 3, LOCKED, ['Waiting for another program that updates the lists of packages']],
  ['reports another failure at once', 1, 'E: no such host', ['apt-get update failed:\nE: no such host']],
])('an update of the lists %s', async (_, updates, output, lines) => {
  await addProgram('apt-get');
  const given = machine({ packages: ['python3'], isRoot: true });
  let updated = 0;
  await provide([python], {
    ...given,
    wait: () => Promise.resolve(),
    async runCommand(line) {
      if (!line.endsWith(' update -q')) return given.runCommand(line);
      updated += 1;
      return updated < 3 ? { ok: false, output } : { ok: true, output: '' };
    },
  });
  expect(updated).toBe(updates);
  expect(printed).toEqual(['Installing Python 3 with apt-get', ...lines, 'Installed the package python3']);
});

test('a variable that names no program stops before anything is installed', async () => {
  await addProgram('apt-get');
  const given = machine({ packages: ['chromium'], isRoot: true });
  const wrong = provide([chromium], { ...given, env: { PATH: folder, CHROMIUM: folder } });
  await expect(wrong).rejects.toThrow(`CHROMIUM is ${folder}, which is no program`);
  expect(ran).toEqual([]);
});

test('another user installs with sudo, if it needs no password', async () => {
  await addProgram('apt-get');
  await provide([python], machine({ packages: ['python3'], isRoot: false, sudo: true }));
  expect(ran.at(-1)).toMatch(
    /^sudo -n env DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 \/apt-get .* install .* python3$/,
  );
});

test.each([
  ['without the right to install', { packages: ['python3'], isRoot: false }, true],
  ['without apt-get', { packages: ['python3'], isRoot: true }, false],
  ['if no package can be installed', { packages: [], isRoot: true }, true],
])('%s, each missing program is named with its command', async (_, kind, hasApt) => {
  if (hasApt) await addProgram('apt-get');
  await expect(provide([chromium, redis, python, caddy], machine(kind))).rejects.toThrow(
    "Terrace's tests and tools need Chromium: apt-get install chromium-headless-shell, or set CHROMIUM to its path\n" +
      "Terrace's tests and tools need Redis or Valkey: apt-get install redis-server\n" +
      "Terrace's tests and tools need Python 3: apt-get install python3\n" +
      "Terrace's tests and tools need Caddy: apt-get install caddy",
  );
});

const OTHERS = ['Firefox', 'WebKitGTK', 'Xvfb'];
const DEFAULT = ['Chromium', 'Redis or Valkey', 'Python 3', 'curl', 'ps', 'git', 'Caddy'];

test.each([
  [['checks', 'vitest', 'browser'], false, DEFAULT],
  [['checks', 'vitest', 'browser', 'chaos', 'chaos-nodes', 'fuzz'], true, [...DEFAULT, ...OTHERS]],
  [['checks', 'vitest'], true, ['Redis or Valkey', 'Python 3', 'curl', 'ps', 'git', 'Caddy']],
  [['browser'], false, ['Chromium', 'Redis or Valkey']],
  [['chaos-nodes'], true, ['Redis or Valkey']],
  [['checks', 'fuzz'], true, []],
])('the parts %s (thorough: %s) need %s', (parts, isThorough, expected) => {
  const needed = neededByTests(parts, isThorough).map(({ what }) => what);
  expect(needed.toSorted()).toEqual(expected.toSorted());
});
