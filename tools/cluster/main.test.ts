import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';

/** The time between two requests: requests are limited by address. */
const PACE_MS = 100;

test('npm run cluster runs two servers, cluster:restart restarts them with no request refused, and Ctrl-C stops everything', {
  timeout: 180_000,
}, async () => {
  const folder = await temporaryFolder();
  const env = { ...process.env, DATA_DIR: folder.path, PARTS: 'play,jobs' };
  const run = (script: string, ...args: string[]) =>
    spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });

  const alone = run('restart.ts');
  expect(await once(alone, 'exit')).toEqual([1, null]);

  const cluster = run('main.ts', '--port', '0');
  const ended = once(cluster, 'exit');
  onTestFinished(async () => {
    cluster.kill('SIGINT');
    await ended;
    await folder.remove();
  });
  let output = '';
  const started = new Promise<string>((resolve) => {
    cluster.stdout.setEncoding('utf8').on('data', (more: string) => {
      output += more;
      const url = /Terrace is at (http:[^\s;]+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  const url = await Promise.race([started, ended.then(() => '')]);
  expect(output).toMatch(/Servers: http:\S+ http:\S+\n/);

  const restart = run('restart.ts');
  const restarted = text(restart.stdout);
  const headers = { connection: 'close' };
  const answers: number[] = [];
  while (restart.exitCode === null) {
    answers.push((await fetch(`${url}/health`, { headers })).status);
    await delay(PACE_MS);
  }
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await restarted).toMatch(/^Restarted server 1 of 2 in .* s\nRestarted server 2 of 2 in .* s\n$/);

  cluster.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  await expect(fetch(url)).rejects.toThrow();
});
