import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stopOrphan } from './orphan.ts';

let directory: string;
let steps: string[];
const onProgress = (step: string) => void steps.push(step);
const pidFile = () => join(directory, 'postmaster.pid');

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'terrace-orphan-'));
  steps = [];
});
afterEach(() => rm(directory, { recursive: true }));

test('a folder that was closed properly is unchanged', async () => {
  await stopOrphan(directory, onProgress);
  expect(steps).toEqual([]);
});

test('a pid reused by another program is not touched, and no longer blocks the start', async () => {
  const rest = '\n/data\n1795183538\n40987\n\n127.0.0.1\n  5432001         3\nready   \n';
  await writeFile(pidFile(), `${process.ppid}${rest}`);
  await stopOrphan(directory, onProgress);
  expect(steps).toEqual([]);
  expect(await readFile(pidFile(), 'utf8')).toBe(`${process.pid}${rest}`);
});
