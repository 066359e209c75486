import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { databaseOfTest } from '../../../../tools/testing/database.ts';
import { childrenOf, isRunning } from '../../../../tools/testing/processes.ts';
import { type ServerProcess, serverProcess } from '../../../../tools/testing/server.ts';
import { freePort } from '../testing/free-port.ts';

let started: ServerProcess[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) {
    server.kill('SIGTERM');
    await server.ended;
  }
  started = [];
});

function start(settings: NodeJS.ProcessEnv): ServerProcess {
  const server = serverProcess({ SESSION_SECRET: 'x'.repeat(32), ...settings });
  started.unshift(server);
  return server;
}

/** The children of a server that do background work. */
const jobsOf = ({ pid }: ServerProcess): readonly number[] =>
  childrenOf(pid, 'node').filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('/src/jobs/'));

test('play without jobs, and jobs without play, run as two servers', { timeout: 60_000 }, async () => {
  const url = await databaseOfTest();
  const port = String(await freePort());
  const play = start({ DATABASE_URL: url, PARTS: 'play', PORT: port });
  const jobs = start({ DATABASE_URL: url, PARTS: 'jobs', PLAY_URL: `http://127.0.0.1:${port}` });
  await play.address();
  expect(jobsOf(play)).toEqual([]);
  const ready = new URL('/ready', await jobs.address());
  await expect.poll(async () => (await fetch(ready)).text()).toBe('ready\n');
  const [child] = jobsOf(jobs);
  jobs.kill('SIGTERM');
  expect(await jobs.ended).toBe(0);
  expect(isRunning(child ?? 0)).toBe(false);
});
