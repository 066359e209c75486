import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { isRunning } from '../testing/processes.ts';
import { addVictim, npmStart, processesOf, projectFolder } from './npm-start.ts';

/** Starts a complete server several times; each start takes some seconds on a busy machine. */
const slow = { timeout: 240_000 };

test('kill -9 of npm or of the launcher leaves no process, and the next start finds every row', slow, async () => {
  const victims: string[] = [];
  for (const victim of ['npm', 'launcher'] as const) {
    const { npm, address } = await npmStart();
    await address();
    expect(await addVictim(victim)).toEqual(victims);
    victims.push(victim);
    const processes = await processesOf(npm);
    process.kill(processes[victim], 'SIGKILL');
    await expect.poll(() => Object.values(processes).filter(isRunning), { timeout: 30_000 }).toEqual([]);
  }
});

test('a server killed with -9 starts again at its address with every row, and Ctrl-C ends it', slow, async () => {
  const { npm, address, output, ended } = await npmStart(await freePort());
  const url = await address();
  const before = await addVictim('server');
  const { launcher, server: first, postgres } = await processesOf(npm);
  process.kill(first, 'SIGKILL');
  await expect.poll(() => output().match(/Terrace is at/g), { timeout: 60_000 }).toHaveLength(2);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect(output()).toContain('The server ended unexpectedly by SIGKILL. It starts again in 1 s.\n');
  expect(isRunning(postgres)).toBe(false);
  expect(await addVictim('server')).toEqual([...before, 'server']);

  // The terminal sends a Ctrl-C to all of them.
  const second = await processesOf(npm);
  for (const pid of [second.server, launcher, npm.pid ?? 0]) process.kill(pid, 'SIGINT');
  await ended;
  expect(Object.values(second).filter(isRunning)).toEqual([]);
});

test(
  'a start that the operator must correct is not repeated, also if the installed Node runs the launcher',
  slow,
  async () => {
    const bundled = join(projectFolder(), `node_modules/node-${process.platform}-${process.arch}/bin`);
    await mkdir(bundled, { recursive: true });
    await symlink(process.execPath, join(bundled, 'node'));
    const { npm, address } = await npmStart();
    const url = await address();
    const processes = await processesOf(npm);

    const second = await npmStart();
    await second.ended;
    expect(second.npm.exitCode).toBe(78);
    const inUse = `is in use by another Terrace server (process ${processes.server})`;
    expect(second.output().split(inUse)).toHaveLength(2);
    expect((await fetch(`${url}/health`)).status).toBe(200);

    npm.kill('SIGKILL');
    await expect.poll(() => Object.values(processes).filter(isRunning), { timeout: 30_000 }).toEqual([]);
  },
);
